// What streams while an agent answers
// The types of calls and results follow from the tools of the agent.
import type { ToolInput, ToolOutput } from '../agents/tool.ts';

/** A call of one of the tools; `toolName` tells which, and so what its input is. */
export type ThreadCall<Tools> = {
  readonly [Name in keyof Tools & string]: {
    readonly toolCallId: string;
    readonly toolName: Name;
    readonly input: ToolInput<Tools[Name]>;
  };
}[keyof Tools & string];

/** What a tool gave. */
export type ThreadResult<Tools> = {
  readonly [Name in keyof Tools & string]: {
    readonly toolCallId: string;
    readonly toolName: Name;
    /** The input that the call was made with: a person may have changed it. */
    readonly input: ToolInput<Tools[Name]>;
    readonly output: ToolOutput<Tools[Name]>;
  };
}[keyof Tools & string];

/** A call that a person must agree to. */
export type ApprovalRequest<Tools> = { readonly approvalId: string } & ThreadCall<Tools>;

/** Why the stream ends: the answer is there, a person must agree or answer first, or the turn failed. */
export type FinishReason = 'stop' | 'approval' | 'question' | 'error';

/** One part of the stream of a turn. */
export type ThreadPart<Tools, Out = string> =
  /** The model is called; what it says and which tools it calls follows. */
  | { readonly type: 'step-start' }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  /** A piece of the JSON text of a call's input, while it is written. */
  | {
      readonly type: 'tool-input-delta';
      readonly toolCallId: string;
      readonly toolName: keyof Tools & string;
      readonly text: string;
    }
  | ({ readonly type: 'tool-call' } & ThreadCall<Tools>)
  | ({ readonly type: 'tool-result' } & ThreadResult<Tools>)
  | {
      readonly type: 'tool-error';
      readonly toolCallId: string;
      readonly toolName: keyof Tools & string;
      readonly error: string;
      /** A person rejected the call. */
      readonly isRejected: boolean;
    }
  | ({ readonly type: 'approval-request' } & ApprovalRequest<Tools>)
  /** A person is asked something else: whether a call that a crash interrupted is made again. */
  | { readonly type: 'question'; readonly questionId: string; readonly prompt: string }
  /** An attempt failed, and another one follows: the text of this step begins anew. */
  | { readonly type: 'retry'; readonly error: string }
  | { readonly type: 'error'; readonly error: string; readonly code: string }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly output?: Out };
