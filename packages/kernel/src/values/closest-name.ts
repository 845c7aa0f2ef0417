// "Did you mean …?"
// Finds the name that someone probably meant, for hints in every room. Bounded: with 100,000 names and as many typos
// a full comparison would take longer than everything else together.
const NAMES_MAX = 10_000;
/** Nobody mistypes a name this long; comparing it would cost more than it is worth. */
const LENGTH_MAX = 60;

/** The known name with the fewest edits from `written`; null when none is close enough. */
export function closestName(written: string, known: Iterable<string>): string | null {
  if (written.length > LENGTH_MAX) return null;
  const folded = written.toLowerCase();
  // A third of the letters may differ; more is another word. With one letter only its case may differ.
  let limit = Math.min(written.length - 1, Math.max(1, Math.floor(written.length / 3)));
  let closest: string | null = null;
  let tried = 0;
  for (const name of known) {
    if (tried++ === NAMES_MAX) break;
    if (Math.abs(name.length - written.length) > limit) continue;
    const distance = editDistance(folded, name.toLowerCase());
    if (distance > limit || (distance === limit && closest !== null)) continue;
    closest = name;
    limit = distance;
    if (distance === 0) break;
  }
  return closest;
}

/** How many letters must be added, removed, replaced or swapped with the next to turn one text into the other. */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      const added = (current[column - 1] ?? 0) + 1;
      const removed = (above[column] ?? 0) + 1;
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(replaced, added, removed, swapped));
    }
    before = above;
    above = current;
  }
  return above[right.length] ?? 0;
}
