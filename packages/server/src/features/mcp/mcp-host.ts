import type { Engine } from '@skein/engine';

/** What serving one caller needs. */
export interface McpHost {
  readonly engine: Engine;
  /** Whose workflows and runs; absent: those that belong to nobody. */
  readonly user?: string;
  /** Hears of what went wrong inside; callers are told no more than that it did. */
  readonly onProblem: (error: unknown) => void;
  /** The longest text of an output in a result, in characters; the rest is fetched by `get_run`. */
  readonly outputMax: number;
  /** True once the server is about to end: calls that break off then were not cancelled by anybody. */
  readonly isClosing: () => boolean;
  /** Whether a caller who goes away has cancelled: over HTTP without sessions there is no other way to say so. */
  readonly cancelsOnDisconnect: boolean;
}

export const outputMaxDefault = 50_000;
