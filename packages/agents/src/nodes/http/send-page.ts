// One request of a node
// S1. Secrets are filled in at the last moment, for the host that the request goes to, and are masked in everything that comes back.
// S2. Whether a failed request may be sent again is said here, by what is known of its outcome.
// S3. A service that refuses the token of a connection is asked once more, with another one: a request that was refused did nothing.
import type { Json, JsonObject } from '@skein/kernel';
import { withoutUndefined, type NodeCall, type NodeIo } from '@skein/ports';
import type { ConfiguredCall } from '../../configs/read-config.ts';
import { failureError, failureIn } from '../../failure-error.ts';
import { callHeaders } from '../../http/call-headers.ts';
import type { GuardedFetch, HttpCall, HttpReply } from '../../http/http-call.ts';
import { openPieces, takeFile } from '../../http/file-bodies.ts';
import { replyValue } from '../../http/reply-value.ts';
import type { Vault } from '../../secrets/vault.ts';
import { fillAuth, withToken } from './fill-auth.ts';
import type { HttpConfig, PlannedRequest } from './planned-request.ts';
import { retryAfterMs } from './retry-after.ts';

export interface HttpParts {
  readonly fetch: GuardedFetch;
  /** With the secrets that the runs of this user may name. */
  readonly vaultOf: (user: string | undefined) => Vault;
}

/** A response as it is recorded. */
export type Page = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly data: Json;
};

export interface Sending {
  readonly call: ConfiguredCall & Pick<NodeCall, 'run' | 'user'>;
  readonly io: Pick<NodeIo, 'signal' | 'trace' | 'now' | 'files'>;
  readonly config: HttpConfig;
  readonly vault: Vault;
  readonly fetch: GuardedFetch;
  /** Repeating it does no harm. */
  readonly isRepeatable: boolean;
}

export async function sendPage(
  sending: Sending,
  request: PlannedRequest,
  key: string,
): Promise<Page> {
  const { call, config, vault } = sending;
  try {
    const { user } = call;
    const filled = await fillAuth(call, config, { request, vault, user });
    const sent = { request, filled, key };
    const reply = await send(sending, sent);
    const other = reply.status === 401 ? await renewed(sending, filled) : null;
    const last = other === null ? reply : await send(sending, { ...sent, filled: other });
    return readPage(sending, last, request);
  } catch (error) {
    throw shownError(sending, error);
  }
}

async function send(
  { call, config, io, fetch }: Sending,
  {
    request,
    filled: { pieces, ...filled },
    key,
  }: {
    readonly request: PlannedRequest;
    readonly filled: PlannedRequest;
    readonly key: string;
  },
): Promise<HttpReply> {
  const { auth, response, timeoutMs } = config;
  const body =
    pieces === undefined ? filled.body : await openPieces(io.files, pieces, request.body ?? '');
  const sent: HttpCall = withoutUndefined({
    ...filled,
    body,
    headers: {
      accept: 'application/json, */*',
      ...callHeaders({ method: request.method, key, trace: io.trace }),
      ...filled.headers,
    },
    signal: io.signal,
    run: call.run,
    shownUrl: request.url,
    decompresses: true,
    hasSecrets: auth !== undefined,
    take: response === 'file' ? takeFile(() => io.files) : undefined,
    timeoutMs,
  });
  return fetch(sent);
}

/** S3; null where `auth` names no connection. */
async function renewed(
  { call: { user }, config, vault }: Sending,
  filled: PlannedRequest,
): Promise<PlannedRequest | null> {
  const connection = config.auth?.connection;
  if (connection === undefined) return null;
  const refused = filled.headers['authorization']?.replace('Bearer ', () => '');
  const target = new URL(filled.url).host;
  return withToken(filled, await vault.token(connection, { user, target, refused }));
}

function readPage(sending: Sending, reply: HttpReply, request: PlannedRequest): Page {
  const { config, vault } = sending;
  const { status } = reply;
  const isExpected = (status >= 200 && status < 300) || config.allowStatus?.includes(status);
  if (isExpected !== true) throw statusError(sending, reply, request);
  // Texts by name stay that.
  const headers = vault.redactJson(keptHeaders(config, reply)) as Page['headers'];
  return { status, headers, data: vault.redactJson(dataOf(sending, reply)) };
}

/** Cookies and the like are recorded only for those who ask for them. */
function keptHeaders({ full, pagination }: HttpConfig, { headers }: HttpReply): JsonObject {
  if (full === true && pagination === undefined) return { ...headers };
  const { link } = headers;
  return pagination?.next === 'link' && link !== undefined ? { link } : {};
}

function dataOf({ config: { response = 'auto' } }: Sending, reply: HttpReply): Json {
  if (reply.value !== undefined) return reply.value;
  if (response === 'text') return reply.text;
  if (reply.text.trim() === '') return null;
  // What should have been a file, and is none, is a refusal that is allowed.
  if (response !== 'json') return replyValue(reply);
  try {
    // JSON.parse gives JSON.
    return JSON.parse(reply.text) as Json;
  } catch (error) {
    throw failureError(
      {
        code: 'HTTP_FAILED',
        message: `The response is not JSON: it begins with ${JSON.stringify(reply.text.slice(0, 80))}.`,
        retry: 'never',
        data: {
          status: reply.status,
          hint: 'Set "response" to "text", or look at what was asked.',
        },
      },
      error,
    );
  }
}

const beginningMax = 1000;
/** The request was not accepted, and may be later. */
const notYet: ReadonlySet<number> = new Set([425, 429, 503]);

function statusError(
  { io, isRepeatable }: Sending,
  { status, headers, text }: HttpReply,
  { method, url }: PlannedRequest,
): Error {
  // Something broke on the way: nobody knows how far it got.
  const isUnclear = status === 408 || status >= 500;
  const canWait = notYet.has(status) || (isRepeatable && isUnclear);
  const afterMs = canWait ? retryAfterMs(headers['retry-after'], io.now()) : undefined;
  const body = text.slice(0, beginningMax);
  const data: JsonObject = { status, method, body };
  return failureError({
    code: 'HTTP_STATUS',
    message: `${new URL(url).origin} answered with status ${status}${body === '' ? '' : `: ${body.slice(0, 200)}`}`,
    retry: !canWait ? 'never' : afterMs === undefined ? 'later' : { afterMs },
    data,
  });
}

/** Without secrets; and a request whose outcome nobody knows is not repeated by itself (S2). */
function shownError({ io, isRepeatable, vault }: Sending, error: unknown): unknown {
  if (io.signal.aborted || !(error instanceof Error)) return error;
  const failure = failureIn(error);
  if (failure === undefined) return error;
  // A failure is JSON.
  const clean = vault.redactJson(failure as unknown as Json) as unknown as typeof failure;
  const isUnclear = failure.code === 'HTTP_FAILED' && !isRepeatable;
  const shown = isUnclear ? { ...clean, retry: 'never' as const } : clean;
  return Object.assign(new Error(shown.message, { cause: error.cause }), { failure: shown });
}
