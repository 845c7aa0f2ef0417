import { ownValue, type JsonObject } from '@skein/kernel';
import type { RunFilter } from '../../data/runs.ts';

const keys = ['q', 'status', 'workflow', 'trials'] as const;

/** A filter as the server stores it: only the keys that are set. */
export function toViewFilter(filter: RunFilter): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = filter[key] ?? '';
      return value === '' ? [] : [[key, value] as const];
    }),
  );
}

export function fromViewFilter(kept: JsonObject): RunFilter {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = ownValue(kept, key);
      return typeof value === 'string' ? [[key, value] as const] : [];
    }),
  );
}
