// "Did you mean …?"
// Finds the known name that a written one was probably meant to be.

/** Names longer than this are data, not typing mistakes; comparing them would cost more than it tells. */
const lengthMax = 60;

/** The known name with the fewest typing mistakes away from `written`, or null when none is near enough to be meant. */
export function closestName(written: string, known: Iterable<string>): string | null {
  if (written.length > lengthMax) return null;
  let closest: string | null = null;
  let fewest = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of known) {
    const mistakes = countMistakes(written.toLowerCase(), name.toLowerCase(), fewest);
    if (mistakes < fewest) {
      fewest = mistakes;
      closest = name;
    }
  }
  return closest;
}

/** Letters inserted, left out, replaced or swapped with a neighbour; `limit` when there are at least so many. */
function countMistakes(written: string, name: string, limit: number): number {
  if (Math.abs(written.length - name.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: name.length + 1 }, (_, column) => column);
  for (let row = 1; row <= written.length; row++) {
    const current = [row];
    for (let column = 1; column <= name.length; column++) {
      const equal = written[row - 1] === name[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (equal ? 0 : 1),
      );
      const swapped =
        written[row - 1] === name[column - 2] && written[row - 2] === name[column - 1];
      if (swapped && row > 1 && column > 1) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(last[name.length] ?? limit, limit);
}
