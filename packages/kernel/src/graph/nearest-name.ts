// Finds the name that someone probably meant, for hints. Bounded: with 100,000 names and as many slips of the pen a full
// comparison would take longer than everything else together.
const NAMES_MAX = 10_000;
const LENGTH_MAX = 60;

export function nearestName(wanted: string, names: Iterable<string>): string | null {
  if (wanted.length > LENGTH_MAX) return null;
  const folded = wanted.toLowerCase();
  // A third of the letters may differ; more is another word.
  let limit = Math.max(1, Math.floor(wanted.length / 3));
  let nearest: string | null = null;
  let tried = 0;
  for (const name of names) {
    if (tried++ === NAMES_MAX) break;
    if (Math.abs(name.length - wanted.length) > limit) continue;
    const distance = editDistance(folded, name.toLowerCase());
    if (distance > limit || (distance === limit && nearest !== null)) continue;
    nearest = name;
    limit = distance;
    if (distance === 0) break;
  }
  return nearest;
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
