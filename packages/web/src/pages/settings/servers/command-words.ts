/** The words of a command as a shell separates them: by spaces, except inside quotes. Nothing else has a meaning, and no shell is used. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const [, double, single, plain] of text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g))
    words.push(double === undefined ? (single ?? plain ?? '') : double.replaceAll(/\\(.)/g, '$1'));
  return words;
}

export function joinWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[^\s"'\\]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`))
    .join(' ')
    .replace(/^""$/, '');
}
