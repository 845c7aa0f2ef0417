import type { Entry } from './conversation.ts';

/** Each entry of this depth by itself, and those below it together. */
export function turnsOf(entries: readonly Entry[], depth: number): readonly (readonly Entry[])[] {
  const turns: Entry[][] = [];
  let below: Entry[] | null = null;
  for (const entry of entries) {
    const isBelow = depthOf(entry) > depth;
    if (isBelow && below !== null) below.push(entry);
    else turns.push([entry]);
    if (!isBelow) below = null;
    else below ??= turns.at(-1) ?? null;
  }
  return turns;
}

/** How many agents stand between an entry and the node of its step. */
export function depthOf(entry: Entry): number {
  return 'depth' in entry ? entry.depth : 0;
}
