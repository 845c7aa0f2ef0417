// Tag
// Which round of which loop something came through. A loop is identified by the number of its head.

export type Tag = Readonly<Record<number, number>>;

/** Two tags agree when they name the same round for each loop that both name. */
export function agree(left: Tag, right: Tag): boolean {
  return roundsOf(left).every(
    ([loop, round]) => right[loop] === undefined || right[loop] === round,
  );
}

export function union(left: Tag, right: Tag): Tag {
  return { ...left, ...right };
}

/** True when the whole names every round that the part names. */
export function carriesAll(whole: Tag, part: Tag): boolean {
  return roundsOf(part).every(([loop, round]) => whole[loop] === round);
}

export function withoutLoops(tag: Tag, loops: readonly number[]): Tag {
  return Object.fromEntries(roundsOf(tag).filter(([loop]) => !loops.includes(loop)));
}

export function roundsOf(tag: Tag): [loop: number, round: number][] {
  return Object.entries(tag).map(([loop, round]) => [Number(loop), round]);
}
