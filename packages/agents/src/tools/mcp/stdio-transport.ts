// Messages with a server that runs as a process
// One JSON message for each line. The library's own transport knows no process groups and reads past garbage, so this is ours.
//
// T1. The connection ends with the process, within a moment; then nothing of its group is left.
// T2. A line that is too long, not JSON or too deep ends the connection and the process. Only before its first message may a
//     server print a few lines of other text, as many do.
// T3. `ended` says why, in words for people.
import type { ChildProcess } from 'node:child_process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Json } from '@skein/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeeperThan } from '../../json-depth.ts';
import { endGroup, signalGroup, spawnGroup, type ProcessCommand } from './process-group.ts';

const depthMax = 200;
const bannerLinesMax = 50;
const stderrMax = 2_000;
const graceMs = 500;
const lineEnd = 10;

export interface StdioOptions extends ProcessCommand {
  readonly lineMax: number;
}

export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** Tells the library that there is a process at the other end. */
  readonly stderr = null;
  /** Why there is no connection any more. */
  ended: string | null = null;

  readonly #options: StdioOptions;
  #child: ChildProcess | null = null;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #bannerLines = 0;
  #hasSpoken = false;
  #isClosed = false;
  #lastWords = '';

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** The end of what it wrote for people. */
  get lastWords(): string {
    return this.#lastWords.trim();
  }

  start(): Promise<void> {
    const child = spawnGroup(this.#options);
    this.#child = child;
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString('utf8')).slice(-stderrMax);
    });
    child.stdin?.on('error', () => {});
    child.on('exit', (code, signal) => {
      this.#end(signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`);
      endGroup(child);
      void this.#finish(child);
    });
    return new Promise((done, fail) => {
      child.once('spawn', () => done());
      child.once('error', (error) => {
        this.#end(`it cannot be started: ${whyNot(error, this.#options.command)}`);
        this.#close();
        fail(error);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (this.ended !== null || stdin === null || stdin === undefined)
      return Promise.reject(new Error('There is no connection.'));
    return new Promise((done, fail) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? fail(error) : done()));
    });
  }

  /** Asks it to go, then makes it. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#end('it was closed');
    if (child === null || child.exitCode !== null || child.signalCode !== null) {
      this.#close();
      return;
    }
    const gone = new Promise<boolean>((done) => child.once('exit', () => done(true)));
    child.stdin?.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await within(gone, graceMs)) break;
      signalGroup(child, signal);
    }
    await within(gone, graceMs);
    endGroup(child);
    this.#close();
  }

  #read(chunk: Buffer): void {
    let from = 0;
    while (this.ended === null) {
      const to = chunk.indexOf(lineEnd, from);
      this.#pending.push(chunk.subarray(from, to === -1 ? chunk.length : to));
      this.#pendingBytes += (to === -1 ? chunk.length : to) - from;
      if (this.#pendingBytes > this.#options.lineMax) {
        this.#giveUp(`it sent a line of more than ${this.#options.lineMax} bytes`);
      }
      if (to === -1) return;
      const line = Buffer.concat(this.#pending).toString('utf8').trim();
      this.#pending = [];
      this.#pendingBytes = 0;
      from = to + 1;
      if (line !== '' && this.ended === null) this.#receive(line);
    }
  }

  #receive(line: string): void {
    const message = parseMessage(line);
    if (message === undefined) {
      this.#bannerLines += 1;
      const isBanner = !this.#hasSpoken && this.#bannerLines <= bannerLinesMax;
      if (!isBanner) this.#giveUp('it sent a line that is not a message');
      return;
    }
    this.#hasSpoken = true;
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.#giveUp(`it sent a message that cannot be read: ${String(error)}`);
    }
  }

  /** It violates the protocol: nothing more is accepted from it. */
  #giveUp(why: string): void {
    this.#end(why);
    this.#pending = [];
    if (this.#child !== null) signalGroup(this.#child, 'SIGKILL');
    this.onerror?.(new Error(why));
    this.#close();
  }

  /** Its last output may still be in flight, but a process that keeps its output open must not block us. */
  async #finish(child: ChildProcess): Promise<void> {
    const drained = new Promise<boolean>((done) => child.once('close', () => done(true)));
    await within(drained, graceMs);
    this.#close();
  }

  #end(why: string): void {
    this.ended ??= why;
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}

/** In the words of whoever wrote the command. */
function whyNot(error: NodeJS.ErrnoException, command: string): string {
  if (error.code !== 'ENOENT') return error.message;
  return `the command "${command}" was not found on the machine of this server. Write its whole path, or install it`;
}

/** Undefined if it is not a message. */
function parseMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    // JSON.parse gives JSON; the library checks what kind of message it is.
    return isDeeperThan(value as Json, depthMax) ? undefined : (value as JSONRPCMessage);
  } catch {
    return undefined;
  }
}

async function within(done: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const stop = new AbortController();
  const late = pause(milliseconds, false, { signal: stop.signal }).catch(() => false);
  const result = await Promise.race([done, late]);
  stop.abort();
  return result;
}
