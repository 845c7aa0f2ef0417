// Bodies
// B1. The declared length is checked before a byte is read; without one, bytes are counted while they are read.
// B2. Only bodies with a JSON content type are read: a form on a foreign page cannot send one.
// B3. Depth and numbers are checked before anything else sees the value.
// B4. A byte order mark and bytes that are not UTF-8 do not survive in the text.
import { readBody, type Json, type Route } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { IncomingMessage } from 'node:http';
import type { OpenBytes } from './open-bytes.ts';

/** Undefined when there is no body. */
export function readJson(
  bytes: Uint8Array,
  headers: Headers,
  { isBodyOptional, isTypeOptional }: Route,
): Json | undefined {
  if (bytes.byteLength === 0) {
    if (isBodyOptional === true) return {};
    const message = 'is required';
    throw new EngineError('REQUEST_INVALID', {
      complaints: [{ in: 'body', pointer: '', message }],
    });
  }
  checkType(headers, isTypeOptional);
  return parse(decoder.decode(bytes));
}

const decoder = new TextDecoder();

/** The bytes as they came: a signature is over these, and decoding drops some of them (B4). */
export async function readBytes(
  request: Request,
  { limitBytes, open }: BodyLimits,
  incoming?: IncomingMessage,
): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > limitBytes) throw tooLarge(limitBytes);
  try {
    if (open !== undefined) return await readOpen(chunksOf(request, incoming), limitBytes, open);
    if (declared === null) return await readCounted(chunksOf(request, incoming), limitBytes);
    return new Uint8Array(await request.arrayBuffer());
  } catch (error) {
    if (error instanceof EngineError) throw error;
    // The sender has gone: no bug, and nobody hears the answer.
    const complaint = 'It ended before it was complete.';
    throw new EngineError('BAD_JSON', { what: 'The body', complaint }, { cause: error });
  }
}

export interface BodyLimits {
  readonly limitBytes: number;
  /** Of a sender without a key: shares the room for those. */
  readonly open?: OpenBytes | undefined;
}

/**
 * From Node's side where there is one: the stream of a web request takes as much memory again as a small body, and a thousand strangers
 * may send one. An answer still goes out over it when not everything was read.
 */
function chunksOf(
  request: Request,
  incoming: IncomingMessage | undefined,
): AsyncIterable<Uint8Array> | null {
  if (incoming !== undefined) return incoming.iterator({ destroyOnReturn: false });
  // Node can iterate the stream of a request; the web's types do not know it.
  return request.body as unknown as AsyncIterable<Uint8Array> | null;
}

async function readOpen(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
  open: OpenBytes,
): Promise<Uint8Array> {
  const { grow, end } = open.begin();
  try {
    return await readCounted(body, limitBytes, grow);
  } finally {
    end();
  }
}

async function readCounted(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
  onSize: (bytes: number) => void = () => {},
): Promise<Uint8Array> {
  // A request without a body has neither a length nor a stream.
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    onSize(size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limitBytes: number): EngineError {
  return new EngineError('TOO_LARGE', { what: 'The body', limit: `${limitBytes} bytes` });
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;.*)?$/i;

export function checkType(headers: Headers, isOptional = false): void {
  const found = headers.get('content-type') ?? '';
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity') {
    const what = `${found}, compressed as ${encoding}`;
    throw new EngineError('MEDIA_TYPE', { found: what, supported: ['application/json'] });
  }
  // A page of another origin cannot send it either: it has to say where it is from.
  if (jsonType.test(found) || (isOptional && found === '')) return;
  throw new EngineError('MEDIA_TYPE', { found, supported: ['application/json'] });
}

function parse(text: string): Json {
  const read = readBody(text);
  if (read.ok) return read.json;
  const [first] = read.diagnostics;
  if (first?.code === 'TOO_DEEP') {
    throw new EngineError('TOO_DEEP', { what: 'The body', limit: 200 });
  }
  const complaint = first?.message ?? '';
  throw new EngineError('BAD_JSON', { what: 'The body', complaint });
}
