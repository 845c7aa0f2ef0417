/** The known name that a mistyped one was probably meant to be; undefined when none is near. */
export function closestName(written: string, known: readonly string[]): string | undefined {
  const mistakesMax = Math.max(1, Math.floor(written.length / 3));
  const ranked = known
    .map((name) => ({ name, mistakes: countMistakes(written.toLowerCase(), name.toLowerCase()) }))
    .toSorted((left, right) => left.mistakes - right.mistakes);
  const [best] = ranked;
  return best !== undefined && best.mistakes <= mistakesMax ? best.name : undefined;
}

/** Nobody mistypes a name this long; comparing it would only cost time. */
const lengthMax = 60;

/** Letters inserted, left out, replaced or swapped with their neighbour. */
function countMistakes(written: string, name: string): number {
  if (written.length > lengthMax) return Infinity;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: name.length + 1 }, (_, column) => column);
  for (let row = 1; row <= written.length; row++) {
    const current = [row];
    for (let column = 1; column <= name.length; column++) {
      const isEqual = written[row - 1] === name[column - 1];
      const isSwapped =
        row > 1 && written[row - 1] === name[column - 2] && written[row - 2] === name[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[name.length] ?? Infinity;
}
