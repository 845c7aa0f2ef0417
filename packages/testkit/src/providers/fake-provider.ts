// A fake provider
// Speaks the APIs of OpenAI, Anthropic, Google and servers compatible with OpenAI over real HTTP, and fails the way
// the real ones do. Replies are used in order; after the last it says "ok". A conversation that a real one refuses is refused:
// one that ends on the side of the model, and calls and results without each other.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@skein/kernel';
import type { FakeReply, WireFormat } from './fake-reply.ts';
import { wireChat } from './wire-chat.ts';
import { wireGemini } from './wire-gemini.ts';
import { wireInteractions } from './wire-interactions.ts';
import { wireMessages } from './wire-messages.ts';
import { wireResponses } from './wire-responses.ts';

export interface FakeRequest {
  readonly path: string;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: JsonObject;
  /** The caller has closed its connection, or has the whole answer. */
  readonly isClosed: () => boolean;
}

export interface FakeProvider {
  readonly url: string;
  /** Every request, oldest first. */
  readonly requests: readonly FakeRequest[];
  /** Connections that are open now. */
  readonly connections: () => Promise<number>;
  readonly reply: (...replies: readonly FakeReply[]) => void;
  /** Drops the replies that nobody has asked for: those of a test that failed would answer the next one. */
  readonly dropReplies: () => void;
  readonly close: () => Promise<void>;
}

const formats: readonly WireFormat[] = [
  wireChat,
  wireResponses,
  wireMessages,
  wireGemini,
  wireInteractions,
];

export async function startFakeProvider(): Promise<FakeProvider> {
  const requests: FakeRequest[] = [];
  const replies: FakeReply[] = [];
  const server = createServer((request, response) => {
    let closed = false;
    response.on('close', () => (closed = true));
    void readBody(request).then((body) => {
      const path = new URL(request.url ?? '/', 'http://fake').pathname;
      const headers = request.headers as FakeRequest['headers'];
      requests.push({ path, headers, body, isClosed: () => closed });
      if (request.method === 'GET' && path.endsWith('/models')) {
        listModels(response);
        return;
      }
      answer(response, { path, body, id: `answer_${requests.length}` }, replies.shift() ?? {});
    });
  });
  // As at the ledger: it ends no connection during a call.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // It listens on a port, so the address is one of these.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    reply: (...more) => void replies.push(...more),
    dropReplies: () => void replies.splice(0),
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Names of models, as all of them list them. */
const fakeModels = ['fake-large', 'fake-small'] as const;

function listModels(response: ServerResponse): void {
  const data = fakeModels.map((id) => ({ id }));
  const models = fakeModels.map((name) => ({ name: `models/${name}` }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ data, models }));
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  // What our own packages send is JSON.
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as JsonObject;
}

interface Asked {
  readonly path: string;
  readonly body: JsonObject;
  readonly id: string;
}

function answer(response: ServerResponse, asked: Asked, reply: FakeReply): void {
  const { error, fault } = reply;
  if (fault === 'hang') return;
  if (fault === 'reset') {
    response.destroy();
    return;
  }
  if (error !== undefined) {
    const isText = typeof error.body === 'string';
    response.writeHead(error.status, {
      'content-type': error.contentType ?? (isText ? 'text/html' : 'application/json'),
      ...error.headers,
    });
    response.end(isText ? error.body : JSON.stringify(error.body));
    return;
  }
  const format = formats.find(({ matches }) => matches(asked.path));
  if (format === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no such interface"}}');
    return;
  }
  const refusal = format.refusal(asked.body);
  if (refusal !== undefined) {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: refusal } }));
    return;
  }
  stream(response, piecesOf(format, asked, reply), fault);
}

function piecesOf(format: WireFormat, { id, body }: Asked, reply: FakeReply): readonly string[] {
  const { toolCalls = [], usage = { input: 10, output: 5 } } = reply;
  const text = reply.text ?? (toolCalls.length === 0 ? 'ok' : '');
  const model = typeof body['model'] === 'string' ? body['model'] : 'fake';
  return format.pieces({ ...reply, text, toolCalls, usage }, { id, model });
}

/** Where a fault strikes: after what opens the answer and its first text. */
const piecesBeforeFault = 3;

function stream(
  response: ServerResponse,
  pieces: readonly string[],
  fault: FakeReply['fault'],
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const before = pieces.slice(0, Math.min(piecesBeforeFault, pieces.length - 1));
  switch (fault) {
    case undefined:
      response.end(pieces.join(''));
      return;
    case 'short':
      response.end(before.slice(0, -1).join(''));
      return;
    case 'garbage':
      response.end([...before, 'data: <html>oops\n\n', ...pieces.slice(before.length)].join(''));
      return;
    case 'flood':
      flood(response);
      return;
    case 'cut':
      // A moment later, so that what was written has been sent before the connection breaks.
      response.write(before.join(''), () => setImmediate(() => response.destroy()));
      return;
    case 'stall':
      response.write(before.join(''));
      return;
    case 'drip':
      drip(response, before);
      return;
    case 'hang':
    case 'reset':
      throw new Error('These strike before anything is answered.');
  }
}

function drip(response: ServerResponse, pieces: readonly string[]): void {
  response.write(pieces.join(''));
  const timer = setInterval(() => response.write(pieces.at(-1) ?? ''), dripMs);
  response.on('close', () => clearInterval(timer));
}

const dripMs = 20;

function flood(response: ServerResponse): void {
  const piece = `: ${'x'.repeat(65_536)}\n`;
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}
