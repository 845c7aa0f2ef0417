// Yes and no, as people write them
// A word counts only as the whole text, whatever its letter case: "no way" decides nothing.
const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['y', true],
  ['ok', true],
  ['okay', true],
  ['false', false],
  ['no', false],
  ['n', false],
]);

/** In the order in which they are shown. */
export const booleanWords: readonly string[] = [...words.keys()];

/** Undefined when the text is none of the words. */
export function readBooleanWord(text: string): boolean | undefined {
  return words.get(text.trim().toLowerCase());
}
