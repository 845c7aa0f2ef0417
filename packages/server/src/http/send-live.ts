// Sending live answers
// With a socket, texts go straight to it. A web stream in between costs more for each of them than everything else but the system call:
// promises, buffers, and what the garbage collector has to do with them. Node writes in one call what comes in one turn of its loop.
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { LiveReply, LiveSink } from '../values/live-reply.ts';
import { endingBody } from './ending-body.ts';
import { securityHeaders } from './security-headers.ts';
import type { Sent } from './send-reply.ts';

export interface LiveOptions {
  /** Node's side of the answer; undefined without a socket. */
  readonly outgoing: ServerResponse | undefined;
  readonly requestId: string;
  /** Aborted when the caller may no longer read. */
  readonly signal: AbortSignal;
  /** Called once, however it ends. */
  readonly onEnd: () => void;
}

export function sendLive(reply: LiveReply, options: LiveOptions): Sent {
  const { outgoing, requestId, signal, onEnd } = options;
  const headers = { ...securityHeaders, ...reply.headers, 'x-request-id': requestId };
  if (outgoing === undefined) {
    const body = endingBody(webBody(reply), { signal, onEnd });
    return { status: 200, response: new Response(body, { headers }) };
  }
  outgoing.writeHead(200, headers);
  pourInto(outgoing, reply, { signal, onEnd });
  return { status: 200, response: RESPONSE_ALREADY_SENT };
}

function pourInto(
  outgoing: ServerResponse,
  reply: LiveReply,
  { signal, onEnd }: Pick<LiveOptions, 'signal' | 'onEnd'>,
): void {
  let wake = () => {};
  const end = () => {
    reply.end();
    wake();
  };
  const cut = () => {
    end();
    outgoing.end();
  };
  outgoing.on('drain', () => wake());
  outgoing.once('close', end);
  // A socket that fails is closed.
  outgoing.on('error', () => {});
  signal.addEventListener('abort', cut, { once: true });
  if (signal.aborted) cut();
  const sink: LiveSink = {
    isFull: () => outgoing.writableNeedDrain,
    write(text) {
      if (!outgoing.writableEnded && !outgoing.destroyed) outgoing.write(text);
    },
    room() {
      if (!outgoing.writableNeedDrain || outgoing.destroyed) return Promise.resolve();
      return new Promise((resolve) => (wake = resolve));
    },
  };
  void reply.pour(sink).finally(() => {
    signal.removeEventListener('abort', cut);
    if (!outgoing.writableEnded) outgoing.end();
    onEnd();
  });
}

const encoder = new TextEncoder();

function webBody(reply: LiveReply): ReadableStream<Uint8Array> {
  let wake = () => {};
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const sink: LiveSink = {
        isFull: () => (controller.desiredSize ?? 0) <= 0,
        write(text) {
          if (!isOver) controller.enqueue(typeof text === 'string' ? encoder.encode(text) : text);
        },
        room: () => new Promise((resolve) => (wake = resolve)),
      };
      void reply.pour(sink).finally(() => {
        if (!isOver) controller.close();
        isOver = true;
      });
    },
    pull: () => wake(),
    cancel() {
      isOver = true;
      reply.end();
      wake();
    },
  });
}
