/**
 * Takes this many of them, round-robin: the first of each user, then the second of each, and so on. So a user with a thousand
 * due runs does not delay the one run of another user.
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
  // Sorting is stable: items of the same number keep their order.
  items.sort((left, right) => left.turn - right.turn);
  return items.slice(0, limit).map(({ item }) => item);
}
