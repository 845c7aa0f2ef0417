// Native policies in this dialect: only what differs from what it says by itself.
import { equalJson, setOwn, type Json, type JsonObject, type Policy } from '@skein/kernel';
import { ITERATIONS, sessionPolicy } from '../compile/compile-policy.ts';

/** What native takes where the policy says nothing, for the keys that this dialect sets. */
const nativeDefaults = {
  schedule: 'eager',
  maxPasses: null,
  limitNames: {},
  countsFrom: 'start',
  concurrency: 16,
  whileWaiting: 'continue',
  onError: 'fail',
  onUnresolved: 'fail',
  onceFailed: 'run',
  inputIs: 'value',
} as const satisfies { readonly [key in keyof typeof sessionPolicy]: Json };

export function exportPolicy(policy: Policy): JsonObject {
  const all: JsonObject = { ...nativeDefaults, ...policy };
  const isRenamed = equalJson(all['limitNames'], sessionPolicy.limitNames);
  const written: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(all)) {
    if (key === 'limitNames' && (isRenamed || equalJson(value, {}))) continue;
    if (key === 'maxPasses') {
      if (!isRenamed) setOwn(written, key, value);
      else if (value !== sessionPolicy.maxPasses) setOwn(written, ITERATIONS, value);
      continue;
    }
    const own: JsonObject = sessionPolicy;
    if (!Object.hasOwn(own, key) || !equalJson(own[key], value)) setOwn(written, key, value);
  }
  return written;
}
