// One request of a tool
// Secrets are inserted at the last moment, for the actual host, and are redacted from everything that comes back.
import type { Json } from '@skein/kernel';
import { withoutUndefined, type ToolCall } from '@skein/ports';
import { failureIn } from '../../failure-error.ts';
import { callHeaders } from '../../http/call-headers.ts';
import { openPieces, takeFile } from '../../http/file-bodies.ts';
import type { GuardedFetch, HttpCall, ReplyHead } from '../../http/http-call.ts';
import { isTextual, replyValue } from '../../http/reply-value.ts';
import { namesSecret, type Vault } from '../../secrets/vault.ts';
import { cutResult } from '../cut-result.ts';
import type { HttpRequest } from './http-request.ts';

export interface RequestTools {
  readonly fetch: GuardedFetch;
  readonly vault: Vault;
  readonly resultCharsMax: number;
}

type RequestCall = Pick<ToolCall, 'signal' | 'idempotencyKey' | 'trace' | 'files' | 'run'>;

const errorCharsMax = 1_000;

/** The content of the response; throws an error for the model if the status is not a success. */
export async function sendRequest(
  request: HttpRequest,
  call: RequestCall,
  { fetch, vault, resultCharsMax }: RequestTools,
): Promise<Json> {
  try {
    const reply = await fetch(await fillSecrets(request, call, vault));
    const value = vault.redactJson(reply.value ?? replyValue(reply));
    if (reply.status >= 200 && reply.status < 300) return cutResult(value, resultCharsMax);
    const said = typeof value === 'string' ? value : JSON.stringify(value);
    throw new Error(`It answered with status ${reply.status}: ${said.slice(0, errorCharsMax)}`);
  } catch (error) {
    if (call.signal.aborted || !(error instanceof Error)) throw error;
    const failure = failureIn(error);
    const message = vault.redact(error.message);
    if (message === error.message) throw error;
    throw Object.assign(new Error(message), failure && { failure: { ...failure, message } });
  }
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
