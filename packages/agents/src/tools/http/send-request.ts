// One request of a tool
// Secrets are inserted at the last moment, for the actual host, and are redacted from everything that comes back.
import type { Json } from '@skein/kernel';
import { withoutUndefined, type ConnectionSource, type ToolCall } from '@skein/ports';
import { neededSignIn } from '../../connections/sign-in-needed.ts';
import { failureIn } from '../../failure-error.ts';
import { callHeaders } from '../../http/call-headers.ts';
import { openPieces, takeFile } from '../../http/file-bodies.ts';
import type { GuardedFetch, HttpCall, HttpReply, ReplyHead } from '../../http/http-call.ts';
import { isTextual, replyValue } from '../../http/reply-value.ts';
import { createVault, namesSecret, type Vault } from '../../secrets/vault.ts';
import { cutResult } from '../cut-result.ts';
import type { HttpRequest } from './http-request.ts';

export interface RequestTools {
  readonly fetch: GuardedFetch;
  readonly vault: Vault;
  readonly resultCharsMax: number;
  /** Accounts of users; absent: there are none. */
  readonly connections?: ConnectionSource | undefined;
}

type RequestCall = Pick<ToolCall, 'signal' | 'idempotencyKey' | 'trace' | 'files' | 'run' | 'user'>;

const errorCharsMax = 1_000;

/** The content of the response; throws an error for the model if the status is not a success. */
export async function sendRequest(
  request: HttpRequest,
  call: RequestCall,
  { fetch, vault, resultCharsMax, connections }: RequestTools,
): Promise<Json> {
  // Tokens change every hour and differ for each user, so they are not kept where secrets of the configuration are.
  const tokens = createVault({ find: () => undefined }, connections);
  const redact = (text: string) => tokens.redact(vault.redact(text));
  try {
    const filled = await fillSecrets(request, call, vault);
    const reply = await sendWithToken(filled, { request, call, fetch, tokens });
    const value = tokens.redactJson(vault.redactJson(reply.value ?? replyValue(reply)));
    if (reply.status >= 200 && reply.status < 300) return cutResult(value, resultCharsMax);
    const said = typeof value === 'string' ? value : JSON.stringify(value);
    throw new Error(`It answered with status ${reply.status}: ${said.slice(0, errorCharsMax)}`);
  } catch (error) {
    if (call.signal.aborted || !(error instanceof Error) || neededSignIn(error) !== null)
      throw error;
    const failure = failureIn(error);
    const message = redact(error.message);
    if (message === error.message) throw error;
    throw Object.assign(new Error(message), failure && { failure: { ...failure, message } });
  }
}

/** A service that refuses the token is asked once more, with another one. */
async function sendWithToken(
  filled: HttpCall,
  {
    request: { connection },
    call: { user },
    fetch,
    tokens,
  }: {
    readonly request: HttpRequest;
    readonly call: RequestCall;
    readonly fetch: GuardedFetch;
    readonly tokens: Vault;
  },
): Promise<HttpReply> {
  if (connection === undefined) return fetch(filled);
  const target = URL.canParse(filled.url) ? new URL(filled.url).host : '';
  const send = (token: string) =>
    fetch({
      ...filled,
      headers: { ...filled.headers, authorization: `Bearer ${token}` },
      hasSecrets: true,
    });
  const token = await tokens.token(connection, { user, target });
  const reply = await send(token);
  if (reply.status !== 401) return reply;
  return send(await tokens.token(connection, { user, target, refused: token }));
}

async function fillSecrets(
  { method, url, headers, body, pieces }: HttpRequest,
  { signal, idempotencyKey, trace, files, run }: RequestCall,
  vault: Vault,
): Promise<HttpCall> {
  if (pieces !== undefined && files === undefined)
    throw new Error('A file can only be sent by a call that is part of a run.');
  const template = URL.canParse(url) ? new URL(url) : null;
  const host = template?.host ?? '';
  const filled: [string, string][] = [];
  for (const [name, text] of Object.entries(headers))
    filled.push([name, await vault.fill(text, host)]);
  return {
    method,
    url: await vault.fill(url, host, encodeURIComponent),
    headers: {
      ...callHeaders({ method, key: idempotencyKey, trace }),
      ...Object.fromEntries(filled),
    },
    signal,
    run,
    cuts: true,
    hasSecrets: Object.values(headers).some(namesSecret),
    ...withoutUndefined({
      body: pieces && files ? await openPieces(files, pieces, body ?? '') : body,
      // What is no text becomes a file of the run.
      take: files && takeFile(() => files),
      isTaken: ({ headers: given }: ReplyHead) => !isTextual(given),
    }),
  };
}
