// What the engine and the threads of the sandbox tell each other. Values of guests cross as text, which the thread has found to be JSON.
import type { Json } from '@skein/kernel';
import type { CodeLimits } from './code-limits.ts';

export interface CodeJob {
  readonly language: 'javascript' | 'python';
  /** JavaScript: the body of an async function. Python: a module, whose last expression is the result. */
  readonly code: string;
  /** What the function is given, by name, as JSON. */
  readonly input: string;
  /** The names under which tools can be called. */
  readonly tools: readonly string[];
  readonly limits: CodeLimits;
  /** What `Date` says, all the time. */
  readonly timeMs: number;
  /** Where `Math.random` begins. */
  readonly seed: readonly number[];
}

/** A call of a tool. */
export interface GuestCall {
  readonly name: string;
  readonly arguments: Json;
}

export interface LogLine {
  readonly level: string;
  readonly text: string;
}

export type GuestProblemCode =
  | 'CODE_THREW'
  | 'CODE_TIMEOUT'
  | 'CODE_MEMORY'
  | 'CODE_OUTPUT'
  | 'CODE_NEVER_ENDS'
  | 'CODE_NOT_ALLOWED';

export interface GuestProblem {
  readonly code: GuestProblemCode;
  readonly message: string;
  /** In the code as its author wrote it, from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
}

export type GuestState =
  /** Nothing goes on before these are answered. */
  | {
      readonly type: 'calls';
      /** A JSON list of `GuestCall`. */
      readonly calls: string;
      readonly cpuLeftMs: number;
    }
  | { readonly type: 'ended'; readonly value: string }
  | {
      readonly type: 'failed';
      readonly problem: GuestProblem;
      /** The thread cannot be trusted to have survived it. */
      readonly isBroken: boolean;
    };

export type ToThread =
  /** The answers to the calls of earlier executions: one JSON list for each time that it stopped for calls. */
  | { readonly type: 'run'; readonly job: CodeJob; readonly answers: readonly string[] }
  | { readonly type: 'answer'; readonly answers: string }
  | { readonly type: 'drop' };

export type FromThread =
  /** With the CPU time that the thread has used so far. */
  | { readonly type: 'ready'; readonly cpuMs: number }
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'state'; readonly state: GuestState; readonly cpuMs: number };
