import type { Entry } from './conversation.ts';

/** Each entry of this depth on its own, and those below it grouped. */
export function groupEntries(
  entries: readonly Entry[],
  depth: number,
): readonly (readonly Entry[])[] {
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

/** The number of agents between an entry and the node of its step. */
export function depthOf(entry: Entry): number {
  return 'depth' in entry ? entry.depth : 0;
}
