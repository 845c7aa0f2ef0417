/** The list with one item in another place; the others keep their order. */
export function movedItem<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const item = list.slice(from, from + 1);
  return list.toSpliced(from, 1).toSpliced(to, 0, ...item);
}

/** Where an item is after that. */
export function placeAfterMove(at: number, from: number, to: number): number {
  if (at === from) return to;
  if (from < at && at <= to) return at - 1;
  return to <= at && at < from ? at + 1 : at;
}
