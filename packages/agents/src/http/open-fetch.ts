// Requests to the outside, guarded
// A workflow may name any address, and its author need not be the owner of the machine. So only public addresses can be
// reached, unless the host allows others.
//
// H1. Only http and https; no credentials in the address.
// H2. Every address that a name resolves to must be public, and the connection goes to one of the checked addresses: a name that
//     resolves differently a moment later (DNS rebinding) changes nothing.
// H3. Every redirect is checked like the first address; secrets in headers are not sent to another origin.
// H5. The server that runs the workflows is not reached (Own places).
// H4. Time, size and redirects are bounded. A compressed response is refused; for a caller who wants it, it is decompressed as far as
//     the limit of its size, so that a decompression bomb costs no more than any other response.
import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { runHeader, withoutUndefined } from '@skein/ports';
import type { GuardedFetch, GuardOptions, HttpCall, HttpReply, ReplyHead } from './http-call.ts';
import { isOwnAddress, isOwnPlace, portOf, type OwnPlaces } from './own-places.ts';
import { isPublicAddress } from './public-address.ts';
import { asFailure, failed, GuardError, hintToAllow, refused } from './request-failures.ts';
import { cleanHeaders } from './request-headers.ts';

const redirectsMax = 5;
const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'x-api-key']);

export function openFetch(options: GuardOptions): GuardedFetch {
  const { bytesMax = 5_000_000 } = options;
  const exchange = openExchange(options);
  return async (call) => {
    const timeoutMs = timeoutOf(call, options);
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const { url, response } = await exchange({ ...call, signal });
      const { take, isTaken = () => true } = call;
      if (take !== undefined && isSuccess(response) && isTaken(headOf(response, url)))
        return await takeReply(response, headOf(response, url), take);
      return await readReply(response, { url, bytesMax, cuts: call.cuts === true });
    } catch (error) {
      if (call.signal.aborted) throw error;
      if (signal.aborted) throw failed(call.url, `no answer within ${timeoutMs} ms`, error);
      throw error;
    }
  };
}

const timeoutDefaultMs = 30_000;
const timeoutLongestMs = 300_000;

/** A call may take less time than the host allows, or more than the default where the host says nothing. */
function timeoutOf(call: HttpCall, { timeoutMs }: GuardOptions): number {
  if (call.timeoutMs === undefined) return timeoutMs ?? timeoutDefaultMs;
  return Math.min(call.timeoutMs, timeoutMs ?? timeoutLongestMs);
}

/** A response whose body has not been read yet, and its address. */
export interface Exchange {
  readonly url: URL;
  readonly response: IncomingMessage;
}

/** The guard alone, for streamed responses; the reader bounds time and size. */
export function openExchange(
  options: Pick<GuardOptions, 'allow' | 'own' | 'lookup'>,
): (call: HttpCall) => Promise<Exchange> {
  const guard = guardOf(options);
  return async (call) => follow(guard, { ...call, headers: cleanHeaders(call.headers) });
}

/** The guard for connections that are not HTTP: an address of the host, checked like that of a request. */
export function openResolve(
  options: Pick<GuardOptions, 'allow' | 'own' | 'lookup'>,
): (place: { readonly host: string; readonly port: number }) => Promise<string> {
  const guard = guardOf(options);
  return async ({ host, port }) => {
    const written = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    const url = checkUrl(guard, { method: 'GET', url: written });
    if (isIP(host) !== 0) return host;
    const lookup = checkedLookup(guard, {
      isAllowed: isAllowed(guard.allowed, url),
      port: `${port}`,
    });
    try {
      return await new Promise<string>((resolve, reject) => {
        lookup(host, {}, (error, address) => {
          if (typeof address === 'string' && error === null) resolve(address);
          else reject(error ?? new GuardError(`${host} has no single address`));
        });
      });
    } catch (error) {
      throw asFailure(url, error);
    }
  };
}

function guardOf(options: Pick<GuardOptions, 'allow' | 'own' | 'lookup' | 'closed'>): Guard {
  return {
    closed: options.closed ?? null,
    own: options.own ?? (() => []),
    // The system's function has further overloads.
    lookup: options.lookup ?? (systemLookup as LookupFunction),
    allowed: new Set((options.allow ?? []).map((host) => host.toLowerCase())),
  };
}

interface Guard {
  readonly closed: string | null;
  readonly allowed: ReadonlySet<string>;
  readonly own: OwnPlaces;
  readonly lookup: LookupFunction;
}

async function follow(guard: Guard, first: HttpCall): Promise<Exchange> {
  let call = first;
  for (let redirects = 0; ; redirects++) {
    const url = checkUrl(guard, call);
    const response = await send(guard, url, call);
    const location = call.keepsRedirects === true ? undefined : locationOf(response);
    if (location === undefined) return { url, response };
    if (redirects === redirectsMax) throw refused(url, `more than ${redirectsMax} redirects`);
    call = redirected(call, { url, location, status: response.statusCode ?? 0 });
  }
}

function checkUrl(
  { allowed, own, closed }: Guard,
  { url: written, method }: Pick<HttpCall, 'url' | 'method'>,
): URL {
  if (closed !== null) throw refused(null, closed);
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null) throw refused(null, 'the address is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(null, `the scheme ${url.protocol.slice(0, 20)} is neither http nor https`);
  }
  if (!methods.has(method)) throw refused(url, `there is no method ${method.slice(0, 20)}`);
  if (url.username !== '' || url.password !== '') {
    throw refused(url, 'credentials belong in a header, not in the address');
  }
  if (isOwnPlace(own, url)) throw refused(url, ownReason);
  const address = url.hostname.replace(/^\[|\]$/g, '');
  if (isAllowed(allowed, url) || isIP(address) === 0 || isPublicAddress(address)) return url;
  throw refused(null, 'its address is not one of the open internet', hintToAllow);
}

const ownReason = 'it is the server that runs this workflow';

function isAllowed(allowed: ReadonlySet<string>, url: URL): boolean {
  if (allowed.size === 0) return false;
  return allowed.has(url.hostname) || allowed.has(`${url.hostname}:${portOf(url)}`);
}

async function send(guard: Guard, url: URL, call: HttpCall): Promise<IncomingMessage> {
  const { method, body, signal } = call;
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const lookup = checkedLookup(guard, {
    isAllowed: isAllowed(guard.allowed, url),
    port: portOf(url),
  });
  const sent = request(url, {
    method,
    headers: sentHeaders(call),
    signal,
    agent: false,
    lookup,
  });
  const answered = new Promise<IncomingMessage>((done, fail) => {
    sent.on('response', done);
    sent.on('error', fail);
  });
  if (typeof body !== 'object') sent.end(body);
  // What breaks the source breaks the request, which tells its reason.
  else pipeline(Readable.from(body.open()), sent, () => {});
  try {
    const response = await answered;
    const encoding = encodingOf(response);
    if (encoding === 'identity') return response;
    if (call.decompresses === true && decompressors.has(encoding)) return response;
    response.destroy();
    throw failed(url.href, `the response is compressed (${encoding}), which was not requested`);
  } catch (error) {
    throw asFailure(url, error);
  }
}

function sentHeaders({ headers, body, run }: HttpCall) {
  const length = typeof body === 'object' ? body.length : undefined;
  const own = { 'content-length': length, 'accept-encoding': 'identity', [runHeader]: run };
  return { ...headers, ...withoutUndefined(own) };
}

function encodingOf({ headers }: IncomingMessage): string {
  return (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
}

const decompressors: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/** The bytes of the body, one piece after another, so that a reader can stop. */
function bytesOf(response: IncomingMessage): AsyncIterable<unknown> {
  const decompressor = decompressors.get(encodingOf(response));
  if (decompressor === undefined || isEmpty(response)) return response;
  // A response that breaks off breaks the decompressed one, whose reader is told. One that is no longer read ends the connection.
  return pipeline(response, decompressor(), () => {});
}

/** Even nothing has a length when it is compressed, but these have no body at all. */
function isEmpty({ req, statusCode = 0 }: IncomingMessage & { req?: { method?: string } }) {
  return req?.method === 'HEAD' || statusCode === 204 || statusCode === 304;
}

/** Set for a redirect, whose body is not read. */
function locationOf(response: IncomingMessage): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0);
  if (!isRedirect || response.headers.location === undefined) return undefined;
  response.destroy();
  return response.headers.location;
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function headOf({ statusCode = 0, headers }: IncomingMessage, url: URL): ReplyHead {
  return { url, status: statusCode, headers: plainHeaders(headers) };
}

/** The taker bounds the size; whatever it throws ends the connection. */
async function takeReply(
  response: IncomingMessage,
  head: ReplyHead,
  take: NonNullable<HttpCall['take']>,
): Promise<HttpReply> {
  const { url, status, headers } = head;
  try {
    const value = await take(head, failingWith(url, bytesOf(response)));
    return { status, headers, text: '', value };
  } finally {
    response.destroy();
  }
}

/** What breaks on the way is a failure of the request, whoever reads it. */
async function* failingWith(url: URL, bytes: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  try {
    // A response without an encoding gives bytes.
    for await (const chunk of bytes) yield chunk as Uint8Array;
  } catch (error) {
    throw asFailure(url, error);
  }
}

async function readReply(
  response: IncomingMessage,
  { url, bytesMax, cuts }: { readonly url: URL; readonly bytesMax: number; readonly cuts: boolean },
): Promise<HttpReply> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of bytesOf(response)) {
      // A response without an encoding gives bytes.
      const bytes = chunk as Buffer;
      size += bytes.length;
      chunks.push(bytes);
      if (size <= bytesMax) continue;
      response.destroy();
      if (cuts) break;
      throw refused(url, `the answer is larger than ${bytesMax} bytes`);
    }
  } catch (error) {
    throw asFailure(url, error);
  }
  const text = Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8');
  const reply = { status: response.statusCode ?? 0, headers: plainHeaders(response.headers), text };
  return size > bytesMax ? { ...reply, isCut: true } : reply;
}

function plainHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const plain: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    // A cookie is a secret of the session, and journals are read by people.
    if (name !== 'set-cookie' && typeof value === 'string') plain.push([name, value]);
  }
  return Object.fromEntries(plain);
}

function redirected(
  call: HttpCall,
  {
    url,
    location,
    status,
  }: { readonly url: URL; readonly location: string; readonly status: number },
): HttpCall {
  if (!URL.canParse(location, url.href)) throw refused(url, 'a redirect has an invalid address');
  const target = new URL(location, url);
  const isOther = target.origin !== url.origin;
  const headers = Object.fromEntries(
    Object.entries(call.headers).filter(
      ([name]) => !isOther || !(call.hasSecrets === true || secretHeaders.has(name)),
    ),
  );
  const keeps = status === 307 || status === 308 || call.method === 'GET' || call.method === 'HEAD';
  const { body, ...rest } = call;
  const next = { ...rest, url: target.href, headers };
  if (!keeps) return { ...next, method: 'GET' };
  return body === undefined ? next : { ...next, body };
}

/** Returns only public addresses, unless others are allowed, and none at all if one of them is not, or is the server's own. */
function checkedLookup(
  { lookup, own }: Guard,
  to: { readonly isAllowed: boolean; readonly port: string },
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      if (addresses.some(({ address }) => isOwnAddress(own, address, to.port))) {
        return callback(new GuardError(ownReason), '', 0);
      }
      const closed = addresses.find(({ address }) => !to.isAllowed && !isPublicAddress(address));
      const [first] = addresses;
      if (closed !== undefined || first === undefined) {
        const why = closed === undefined ? 'has no address' : 'leads to an address';
        const complaint = `${hostname} ${why}, which is not on the open internet`;
        return callback(new GuardError(complaint, closed !== undefined), '', 0);
      }
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
