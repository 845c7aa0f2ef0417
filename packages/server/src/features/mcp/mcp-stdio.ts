// MCP over the pipes of a process; the library behind it is loaded here.
import type { Readable, Writable } from 'node:stream';
import type { Engine } from '@skein/engine';

export interface McpStdioOptions {
  readonly engine: Engine;
  /** Of Skein, as clients see it. */
  readonly version: string;
  /** Whose workflows; default: those that belong to nobody. */
  readonly user?: string;
  /** Hears of what went wrong inside. */
  readonly onProblem: (error: unknown) => void;
  /** The longest text of an output in a result, in characters; default 50,000. */
  readonly outputMax?: number;
  readonly input: Readable;
  readonly output: Writable;
}

export interface McpStdio {
  /** When the client has gone. */
  readonly ended: Promise<void>;
  /** Breaks off all calls; their runs go on. */
  close(): Promise<void>;
}

export async function mcpStdio(options: McpStdioOptions): Promise<McpStdio> {
  return (await import('./transports/stdio-pipe.ts')).mcpPipe(options);
}
