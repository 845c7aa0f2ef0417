// How two texts differ, word by word
// The longest common sequence of words; what lies between is removed or added. Equal beginnings and ends are left out first, so
// that the table stays small where texts are alike.

export interface WordChange {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A table of more cells is not filled: the middle is then one change. */
const cellsMax = 4_000_000;

export function wordDiff(before: string, after: string): readonly WordChange[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++;
  const middle = changesIn(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return joined([
    ...old.slice(0, start).map((text): WordChange => ({ kind: 'same', text })),
    ...middle,
    ...old.slice(old.length - end).map((text): WordChange => ({ kind: 'same', text })),
  ]);
}

/** Words, spaces and signs; together they are the text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

function changesIn(old: readonly string[], now: readonly string[]): readonly WordChange[] {
  if (old.length === 0 || now.length === 0 || old.length * now.length > cellsMax)
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: now.join('') },
    ];
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const changes: WordChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      changes.push({ kind: 'same', text: old[i] ?? '' });
      i++;
      j++;
    } else if (j === now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      changes.push({ kind: 'removed', text: old[i] ?? '' });
      i++;
    } else {
      changes.push({ kind: 'added', text: now[j] ?? '' });
      j++;
    }
  }
  return changes;
}

function joined(changes: readonly WordChange[]): readonly WordChange[] {
  const result: WordChange[] = [];
  for (const change of changes) {
    const last = result.at(-1);
    if (change.text === '') continue;
    if (last?.kind === change.kind)
      result[result.length - 1] = { kind: last.kind, text: last.text + change.text };
    else result.push(change);
  }
  return result;
}
