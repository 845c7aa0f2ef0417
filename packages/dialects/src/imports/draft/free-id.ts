/** Longer ids make references hard to read. */
const lengthMax = 40;

/** A plain word near a wish, such as a title, that is not taken: "Parse answer" becomes `parse_answer`, the second one `parse_answer_2`. */
export function freeId(wish: string, taken: ReadonlySet<string>): string {
  const base = plainWord(wish);
  if (!taken.has(base)) return base;
  for (let count = 2; ; count += 1) {
    const id = `${base}_${count}`;
    if (!taken.has(id)) return id;
  }
}

/** Lower-case letters, digits and `_`, not beginning with a digit: what expressions read as one name. */
export function plainWord(text: string): string {
  const word = Array.from(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_'),
  )
    .slice(0, lengthMax)
    .join('')
    .replaceAll(/^_+|_+$/g, '');
  if (word === '') return 'node';
  return /^\p{N}/u.test(word) ? `n${word}` : word;
}
