import type { JsonObject } from '@skein/kernel';
import { withKeys } from '../own-keys.ts';

/** The settings of an http node that a curl command decides; what is done with the answer stays. */
const requestKeys = ['url', 'method', 'query', 'headers', 'auth', 'body', 'timeoutMs'];

export function setRequest(config: JsonObject, request: JsonObject): JsonObject {
  const cleared = withKeys(config, Object.fromEntries(requestKeys.map((key) => [key, undefined])));
  return { ...request, ...cleared };
}
