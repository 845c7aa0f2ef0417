// Reference cursor
// Reads the tokens of one reference from left to right. A reader that finds something else leaves the cursor there and
// records what it expected, so the problem can say both.

export interface ReferenceCursor {
  readonly text: string;
  at: number;
  expected: string;
  hint: string;
  /** What the template gets when it is resolved, besides what the run knows. */
  readonly names: readonly string[];
}

/** Always returns null, so that a reader can record a mismatch and give up in one line. */
export function expected(cursor: ReferenceCursor, what: string, hint = ''): null {
  cursor.expected = what;
  cursor.hint = hint;
  return null;
}

export function take(cursor: ReferenceCursor, token: string): boolean {
  if (!cursor.text.startsWith(token, cursor.at)) return false;
  cursor.at += token.length;
  return true;
}

// Combining marks belong to letters: without them an id in Devanagari would end inside a syllable.
const wordPattern = /[\p{L}\p{M}\p{N}_-]+/uy;
const integerPattern = /-?\d{1,15}/y;

/** A plain word: letters, digits, `_` and `-`; "" when there is none. */
export function takeWord(cursor: ReferenceCursor): string {
  const word = peek(cursor, wordPattern);
  cursor.at += word.length;
  return word;
}

export function takeInteger(cursor: ReferenceCursor): number | undefined {
  const digits = peek(cursor, integerPattern);
  cursor.at += digits.length;
  // Adding 0 turns -0 into 0: there is only one oldest.
  return digits === '' ? undefined : Number(digits) + 0;
}

/** A JSON string. Its braces and bars are data, so it is read to its own closing quote. */
export function takeQuoted(cursor: ReferenceCursor): string | undefined {
  const { text, at } = cursor;
  if (text[at] !== '"') return undefined;
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  try {
    const value: unknown = JSON.parse(text.slice(at, end + 1));
    if (typeof value !== 'string') return undefined;
    cursor.at = end + 1;
    return value;
  } catch {
    return undefined;
  }
}

/** What is at the cursor, in words. */
export function found(cursor: ReferenceCursor): string {
  const point = cursor.text.codePointAt(cursor.at);
  if (point === undefined) return 'the end of the text';
  const word = peek(cursor, wordPattern).slice(0, 40);
  return JSON.stringify(word === '' ? String.fromCodePoint(point) : word);
}

function peek(cursor: ReferenceCursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  return pattern.exec(cursor.text)?.[0] ?? '';
}
