// What serving MCP takes and gives, over HTTP and over stdio.
import type { Readable, Writable } from 'node:stream';
import type { Engine } from '@skein/engine';

export interface McpOptions {
  readonly engine: Engine;
  /** Of Skein, as clients see it. */
  readonly version: string;
  /** Called with internal failures. */
  readonly onProblem: (error: unknown) => void;
  /** The longest text of an output in a result, in characters; default 50,000. */
  readonly outputMax?: number;
}

export interface McpHttpOptions extends McpOptions {
  /** How many sessions of older clients may be open, a tenth of them for one user; default 1,000. */
  readonly sessionsMax?: number;
  /** How long a session may be unused; default half an hour. */
  readonly sessionIdleMs?: number;
}

export interface McpHttp {
  /** Answers one request of this user; without one, of the only user there is. */
  fetch(request: Request, caller?: { readonly user?: string }): Promise<Response>;
  /** Aborts all calls; their runs continue. */
  close(): Promise<void>;
}

export interface McpStdioOptions extends McpOptions {
  /** Whose workflows; default: those without an owner. */
  readonly user?: string;
  readonly input: Readable;
  readonly output: Writable;
}

export interface McpStdio {
  /** Resolves when the client has gone. */
  readonly ended: Promise<void>;
  /** Aborts all calls; their runs continue. */
  close(): Promise<void>;
}
