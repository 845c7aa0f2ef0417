import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { failureError } from '../failure-error.ts';
import type { GuardedFetch, HttpCall, HttpReply } from '../http/http-call.ts';
import { recordedFailure, type CassetteDeck } from './cassette-deck.ts';
import { withFiles, type StoreFile } from './played-files.ts';

/** HTTP requests of nodes, answered from a cassette; requests that are not on it go to `missing`, or fail without one. */
export function cassetteFetch(deck: CassetteDeck, missing?: GuardedFetch): GuardedFetch {
  return async (call) => {
    const { method, shownUrl: url = call.url } = call;
    const body = typeof call.body === 'object' ? call.body.shown : call.body;
    const ask: JsonObject = { type: 'http', method, url, ...(body !== undefined && { body }) };
    // The sender is not known here, so all runs share the recording.
    const played = deck.play('', ask);
    if (!played.ok) {
      if (missing !== undefined) return missing(call);
      throw failureError(played.failure);
    }
    await deck.wait(played.call, call.signal);
    if ('error' in played.call) throw recordedFailure(played.call.error);
    const { result } = played.call as { readonly result: Json };
    return toHttpReply(await withFiles(deck.cassette, result, storeWith(call)));
  };
}

/** As if the server had sent it. */
function storeWith({ take, url }: HttpCall): StoreFile | undefined {
  if (take === undefined) return undefined;
  return ({ name, type }, bytes) => {
    const headers = {
      'content-type': type,
      'content-disposition': `attachment; filename*=utf-8''${encodeURIComponent(name)}`,
    };
    return take({ url: new URL(url), status: 200, headers }, piecesOf(bytes));
  };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function toHttpReply(result: Json): HttpReply {
  const output = isObject(result) ? result : {};
  const headers = ownValue(output, 'headers');
  const data = ownValue(output, 'data') ?? null;
  const status = ownValue(output, 'status');
  return {
    status: typeof status === 'number' ? status : 200,
    // It was written as texts by name.
    headers: (isObject(headers) ? headers : {}) as Readonly<Record<string, string>>,
    text: typeof data === 'string' ? data : data === null ? '' : JSON.stringify(data),
    value: data,
  };
}
