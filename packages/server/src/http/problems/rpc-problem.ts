import { isObject, ownValue } from '@skein/api';
import { rpcError, type A2aError } from '../../features/doors/a2a/a2a-error.ts';
import { jsonIn } from '../../values/json-in.ts';
import { textIn } from '../../values/text-in.ts';
import type { ProblemReply } from '../problem-response.ts';

/** The same error for clients of JSON-RPC, which look for a number. It is about the request as a whole, so it has no id. */
export function rpcProblem({ status, text }: ProblemReply): string {
  const problem = jsonIn(text);
  const found = isObject(problem) ? ownValue(problem, 'error') : undefined;
  const error = found !== undefined && isObject(found) ? found : {};
  const code = textIn(error['code']);
  const message = `${textIn(error['message'])} (${code})`;
  return JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: rpcError({ kind: kindOf(status, code), message }, code),
  });
}

function kindOf(status: number, code: string): A2aError['kind'] {
  if (code === 'BAD_JSON') return 'badJson';
  if (status === 415) return 'contentType';
  return status >= 500 ? 'internal' : 'invalidRequest';
}
