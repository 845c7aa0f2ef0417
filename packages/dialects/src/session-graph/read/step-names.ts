// Which step does a reference name?
// An id may hold dots and spaces, so a reference cannot be cut before the ids are known: the longest known id counts that is
// not followed by another letter of a word.

export interface StepNames {
  readonly has: (id: string) => boolean;
  /** The id that begins at this place of the text: a known one, else the word that stands there; "" when there is none. */
  readonly at: (text: string, start: number) => string;
}

const word = /[A-Za-z0-9_-]*/y;
const plain = /^[A-Za-z0-9_-]+$/;

export function stepNames(ids: Iterable<string>): StepNames {
  const known = new Set(ids);
  // A plain id can only be the whole word, so the others alone must be tried, by length.
  const odd = [...known].filter((id) => !plain.test(id));
  const lengths = [...new Set(odd.map(({ length }) => length))].toSorted((a, b) => b - a);
  return {
    has: (id) => known.has(id),
    at: (text, start) => {
      for (const length of lengths) {
        const end = start + length;
        if (end > text.length || isWordAt(text, end)) continue;
        const id = text.slice(start, end);
        if (known.has(id)) return id;
      }
      return wordAt(text, start);
    },
  };
}

function wordAt(text: string, start: number): string {
  word.lastIndex = start;
  return word.exec(text)?.[0] ?? '';
}

function isWordAt(text: string, at: number): boolean {
  return at < text.length && wordAt(text, at) !== '';
}
