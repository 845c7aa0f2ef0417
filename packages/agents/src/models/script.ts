// Script of the offline model
// The shape of a script file. `parseScript` checks that a file has it.
import type { Json } from '@skein/kernel';

export interface Script {
  readonly replies?: readonly ScriptReply[];
  /** What answers when no reply fits: `echo` (default), `fail`, or this very text. */
  readonly otherwise?: string;
  /** Answers to calls of tools that no one registered. */
  readonly tools?: { readonly [tool: string]: ScriptTool };
}

export interface ScriptReply {
  readonly when?: ReplyCondition;
  readonly text?: string;
  readonly toolCalls?: readonly {
    readonly name: string;
    readonly arguments?: Json;
    readonly id?: string;
  }[];
  /** Estimated from the texts where it is not given. */
  readonly usage?: { readonly input?: number; readonly output?: number; readonly usd?: number };
  /** The answer breaks off at the limit of its length. */
  readonly finish?: 'length';
  readonly delayMs?: number;
  /** May answer more than once in a run. */
  readonly repeat?: boolean;
  readonly error?: {
    readonly status?: number;
    readonly message?: string;
    readonly retryAfterMs?: number;
  };
}

/** All that is named must hold. */
export interface ReplyCondition {
  /** Id or name of the node that asks. */
  readonly node?: string;
  readonly agent?: string;
  readonly context?: string;
  readonly model?: string;
  /** Text in the last message or in the system prompt. */
  readonly contains?: string;
  /** Text in any message. */
  readonly history?: string;
  /** The n-th call of this node, from 1. */
  readonly call?: number;
}

export type ScriptTool = { readonly result: Json } | { readonly error: string };
