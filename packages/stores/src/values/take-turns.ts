/**
 * So many of them, in turns: the first of each user, then the second of each, and so on. Whoever has a thousand runs that are
 * due does not keep the one of somebody else waiting.
 */
export function takeTurns<T>(
  inOrder: readonly T[],
  userOf: (item: T) => string,
  limit: number,
): readonly T[] {
  const turns = new Map<string, number>();
  const items = inOrder.map((item) => {
    const user = userOf(item);
    const turn = turns.get(user) ?? 0;
    turns.set(user, turn + 1);
    return { item, turn };
  });
  // Sorting is stable: within a turn the order stays.
  items.sort((left, right) => left.turn - right.turn);
  return items.slice(0, limit).map(({ item }) => item);
}
