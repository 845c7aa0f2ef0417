import type { Engine } from '@skein/engine';
import type { GiveAnswer } from './mcp-options.ts';

/** What serving one caller needs. */
export interface McpHost {
  readonly engine: Engine;
  /** Whose workflows and runs; absent: those without an owner. */
  readonly user?: string | undefined;
  /** Called with internal failures; callers are told no more than that there was one. */
  readonly onProblem: (error: unknown) => void;
  /** The longest text of an output in a result, in characters; the rest is read with `get_run`. */
  readonly outputMax: number;
  /** True once the server is shutting down: calls that are aborted then were not cancelled by anybody. */
  readonly isClosing: () => boolean;
  /** Whether a disconnect cancels the call: over HTTP without sessions there is no other way to cancel. */
  readonly cancelsOnDisconnect: boolean;
  readonly answer: GiveAnswer;
}

export const outputMaxDefault = 50_000;
