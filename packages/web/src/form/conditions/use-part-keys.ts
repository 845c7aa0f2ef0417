import { useState } from 'react';

export interface PartKeys {
  readonly keys: readonly number[];
  readonly remove: (index: number) => void;
  readonly move: (from: number, to: number) => void;
}

/** Parts have no ids: keys that stay with them while others are removed or moved, so that no row shows what another one was showing. */
export function usePartKeys(count: number): PartKeys {
  const [held, setHeld] = useState<readonly number[]>([]);
  const keys = fitted(held, count);
  return {
    keys,
    remove: (index) => setHeld(keys.toSpliced(index, 1)),
    move: (from, to) => setHeld(keys.toSpliced(from, 1).toSpliced(to, 0, keys[from] ?? 0)),
  };
}

/** Parts that were added or taken away elsewhere, by undoing or as JSON, are those at the end. */
function fitted(held: readonly number[], count: number): readonly number[] {
  const next = Math.max(-1, ...held) + 1;
  const added = Array.from({ length: Math.max(0, count - held.length) }, (_, at) => next + at);
  return [...held.slice(0, count), ...added];
}
