// What a loop leaves in the journal
// The values of its `step.recorded` events, distinguished by `type`; their keys only make them unique (see SPEC.md). Views read
// these values, so an existing field keeps its meaning.
import type { Json, JsonObject } from '@skein/kernel';

/** The subagent call that a model or tool call belongs to; absent on those of the activation's own node. */
export type Inside = {
  /** The subagent's node. */
  readonly node: string;
  /** The call under which it runs. */
  readonly callId: string;
  /** From 1. */
  readonly depth: number;
};

export type RecordedModel = {
  readonly type: 'model';
  readonly text: string;
  readonly toolCalls: readonly RecordedToolCall[];
  readonly usage: { readonly input: number; readonly output: number; readonly usd: number };
  /** Who answered. */
  readonly provider: string;
  readonly model: string;
  /** How many messages of a context were sent before the new ones; only where there is a context. */
  readonly history?: number;
  /** Where there is a context or a session: whether the whole conversation was sent, or only what the provider did not know. */
  readonly historySent?: 'full' | 'session';
  /** Under which the provider keeps the conversation up to and with this reply. */
  readonly session?: string;
  /** The message in the provider's own form, to be sent back; only if it is more than text and calls. */
  readonly original?: { readonly provider: string; readonly parts: Json };
  /** The answer reached the limit of its length and breaks off. */
  readonly finish?: 'length';
  /** What the run warns about (SPEC K131 of the kernel). */
  readonly warning?: { readonly code: string; readonly message: string };
  readonly inside?: Inside;
};

/** As the model asked for it. */
export type RecordedToolCall = {
  readonly id: string;
  readonly name: string;
  /** An empty object if `problem` says that they are unusable. */
  readonly arguments: Json;
  /** What the model asked for, where a person changed the arguments. */
  readonly asked?: Json;
  readonly changedBy?: string;
  /** Why it must not be run. */
  readonly problem?: { readonly reason: 'malformed' | 'not-offered'; readonly message: string };
};

/** Written before a tool runs whose calls must not be repeated (effect `guarded`); what a person is shown when one was
 *  interrupted. */
export type RecordedToolBegin = {
  readonly type: 'tool.begin';
  readonly callId: string;
  readonly name: string;
  readonly arguments: Json;
  /** What the model asked for, where a person changed the arguments. */
  readonly asked?: Json;
  readonly changedBy?: string;
  readonly inside?: Inside;
};

export type RecordedTool = {
  readonly type: 'tool';
  readonly callId: string;
  readonly name: string;
  readonly arguments: Json;
  /** What the model asked for, where a person changed the arguments. */
  readonly asked?: Json;
  readonly changedBy?: string;
  /** What the run warns about (SPEC K131 of the kernel). */
  readonly warning?: { readonly code: string; readonly message: string };
  readonly inside?: Inside;
} & ToolOutcome;

export type ToolOutcome =
  | { readonly result: Json }
  /** The message that the model got instead of a result. */
  | { readonly error: string; readonly reason: ToolErrorReason };

export type ToolErrorReason =
  /** The arguments are invalid. */
  | 'malformed'
  /** No such tool, or not one of this agent's. */
  | 'not-offered'
  | 'rejected'
  | 'failed'
  /** It was interrupted by a crash, and the person who was asked decided that it failed. */
  | 'unclear';

type SubagentCall = {
  readonly callId: string;
  /** The name of the tool that stands for it. */
  readonly name: string;
  readonly node: string;
  readonly nodeName: string;
  /** The node of the agent that called. */
  readonly parent: string;
  /** The call under which the parent itself runs, when it is a subagent too. */
  readonly parentCallId?: string;
  /** From 1. */
  readonly depth: number;
};

export type RecordedSubagentStart = SubagentCall & {
  readonly type: 'subagent.start';
  readonly input: string;
  /** Its config as resolved for this call; absent where that failed. */
  readonly config?: JsonObject;
  /** References that nothing has produced yet. */
  readonly missing?: readonly string[];
  /** Why an expression in it failed. */
  readonly failure?: string;
};

export type RecordedSubagentEnd = SubagentCall & { readonly type: 'subagent.end' } & (
    | { readonly result: Json }
    | { readonly error: string }
  );

export type RecordedStep =
  | RecordedModel
  | RecordedToolBegin
  | RecordedTool
  | RecordedSubagentStart
  | RecordedSubagentEnd;
