// A cheap client, so that a load test does not measure itself: one keep-alive socket, one request after the other. It reads
// answers of a known length, as those of the API are, and nothing else.
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** From the first byte of the request to the last one of the answer. */
  readonly tookMs: number;
}

const headEnd = Buffer.from('\r\n\r\n');

export class RawClient {
  readonly #socket: Socket;
  readonly #fixed: string;
  #received: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  #settle: { resolve(answer: RawAnswer): void; reject(error: Error): void } | null = null;
  #startedMs = 0;

  constructor({ url, key }: { readonly url: string; readonly key?: string }) {
    const { hostname, port, host } = new URL(url);
    this.#fixed = `host: ${host}\r\n${key === undefined ? '' : `authorization: Bearer ${key}\r\n`}`;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('The connection was closed.')));
  }

  request(method: string, path: string, body?: string): Promise<RawAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
    this.#settle = { resolve, reject };
    this.#startedMs = performance.now();
    const described =
      body === undefined
        ? ''
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    this.#socket.write(`${method} ${path} HTTP/1.1\r\n${this.#fixed}${described}\r\n${body ?? ''}`);
    return promise;
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(headEnd);
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#settle?.reject(new Error(`An answer of unknown length: ${head}`));
      return;
    }
    const from = end + headEnd.length;
    const until = from + Number(length);
    if (this.#received.length < until) return;
    const settle = this.#settle;
    this.#settle = null;
    const body = this.#received.toString('utf8', from, until);
    this.#received = this.#received.subarray(until);
    const tookMs = performance.now() - this.#startedMs;
    settle?.resolve({ status: Number(head.slice(9, 12)), body, tookMs });
  }
}
