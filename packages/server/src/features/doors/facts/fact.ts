// What a run tells, in the words of no protocol
// Each protocol is an encoder of these facts.
import { isObject, type Json, type JsonObject } from '@skein/api';

/** A question to a person or the outside, as the run asks it. */
export interface AskedWait {
  readonly id: string;
  readonly node: string;
  readonly kind: string;
  readonly prompt: string | null;
  readonly schema: Json;
  readonly data?: Json;
  readonly who?: readonly string[];
  readonly deadline?: string | null;
  /** The call that a person must agree to, if the wait is about one. */
  readonly call?: ToolUse;
}

export interface ToolUse {
  /** Unique in the run, also where a model uses an id twice. */
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

export interface FactUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type Fact =
  | { readonly type: 'step-started'; readonly step: string; readonly node: string }
  | {
      readonly type: 'step-ended';
      readonly step: string;
      readonly node: string;
      readonly status: 'completed' | 'failed' | 'cancelled';
    }
  /** A piece of what a model says. `answer`: it is said by a node that nothing follows; `aside`: on the way there. */
  | {
      readonly type: 'text';
      readonly step: string;
      readonly role: 'answer' | 'aside';
      readonly text: string;
    }
  /** Thoughts are in no journal: whoever comes late does not get them. */
  | { readonly type: 'reasoning'; readonly step: string; readonly text: string }
  | ({ readonly type: 'tool-call'; readonly step: string } & ToolUse)
  | ({ readonly type: 'tool-result'; readonly step: string; readonly output: Json } & ToolUse)
  | ({
      readonly type: 'tool-error';
      readonly step: string;
      readonly error: string;
      readonly isRejected: boolean;
    } & ToolUse)
  | { readonly type: 'wait-opened'; readonly wait: AskedWait }
  /** `answer` is absent when nobody has answered: it is over time, or nobody waits any more. */
  | { readonly type: 'wait-closed'; readonly wait: AskedWait; readonly answer?: Json }
  /** An attempt failed and another one follows: what it has said of this step is said again. */
  | { readonly type: 'retry'; readonly step: string; readonly error: string };

/** A fact, with the row of the journal that it is from, or that was the newest when it was streamed. */
export type PlacedFact = Fact & { readonly row: number };

/** How a stream of facts ends: only people and events can continue the run, or it is over. */
export type Ending =
  | {
      readonly type: 'paused';
      readonly row: number;
      readonly waits: readonly AskedWait[];
      readonly usage: FactUsage;
    }
  | {
      readonly type: 'finished';
      readonly row: number;
      readonly status: string;
      readonly output: Json;
      readonly error: { readonly code: string; readonly message: string } | null;
      readonly usage: FactUsage;
    };

/** What the approval of a call says about the call. */
export function callIn(data: Json | undefined): JsonObject | null {
  if (data === undefined || !isObject(data)) return null;
  return typeof data['tool'] === 'string' && typeof data['callId'] === 'string' ? data : null;
}
