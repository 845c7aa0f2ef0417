// What serving MCP takes and gives, over HTTP and over stdio.
import type { Readable, Writable } from 'node:stream';
import type { RunId, WaitId } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { BuildingHost } from '../building/building-host.ts';
import type { AnswerIdentity, GivenAnswer } from '../waits/answer-as.ts';

export interface McpOptions {
  readonly engine: Engine;
  /** Of Skein, as clients see it. */
  readonly version: string;
  /** Called with internal failures. */
  readonly onProblem: (error: unknown) => void;
  /** The longest text of an output in a result, in characters; default 50,000. */
  readonly outputMax?: number;
  /** Gives an answer of this caller; default: to the engine, without a record of it. */
  readonly answer?: GiveAnswer;
}

/** Somebody who calls, as the host has authenticated them. */
export interface McpCaller extends Partial<Omit<AnswerIdentity, 'user' | 'owner'>> {
  /** The owner of workflows and runs; absent: the only user there is. */
  readonly user?: string | undefined;
}

export type GiveAnswer = (
  identity: AnswerIdentity,
  given: GivenAnswer,
) => Promise<{ readonly wait: WaitId; readonly run: RunId }>;

export interface McpHttpOptions extends McpOptions {
  /** How many sessions of older clients may be open, a tenth of them for one user; default 1,000. */
  readonly sessionsMax?: number;
  /** How long a session may be unused; default half an hour. */
  readonly sessionIdleMs?: number;
}

export interface McpHttp {
  /** Answers one request of this user; without one, of the only user there is. */
  fetch(request: Request, caller?: McpCaller): Promise<Response>;
  /** Aborts all calls; their runs continue. */
  close(): Promise<void>;
}

export interface McpStdioOptions extends McpOptions {
  /** Whose workflows; default: those without an owner. */
  readonly user?: string;
  readonly input: Readable;
  readonly output: Writable;
}

/** Tools for building workflows instead of the workflows themselves. */
export interface BuildingStdioOptions extends Pick<McpOptions, 'version'> {
  readonly host: BuildingHost;
  readonly input: Readable;
  readonly output: Writable;
}

export interface McpStdio {
  /** Resolves when the client has gone. */
  readonly ended: Promise<void>;
  /** Aborts all calls; their runs continue. */
  close(): Promise<void>;
}
