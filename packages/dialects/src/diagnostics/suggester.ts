import { closestName } from '@skein/kernel';
// Suggestions with a bound
// A suggestion is compared with every known name. A definition with 100,000 errors mostly repeats the same ones, so answers are
// cached; and nobody reads the hint of the thousandth different one.

const searchesMax = 1000;
/** Among so many names a close one says nothing. */
const knownMax = 10_000;

export type Suggester = (written: string, known: readonly string[]) => string | null;

export function createSuggester(): Suggester {
  const answers = new Map<string, string | null>();
  return (written, known) => {
    if (known.length > knownMax) return null;
    const question = JSON.stringify([written, ...known]);
    const answer = answers.get(question);
    if (answer !== undefined) return answer;
    if (answers.size >= searchesMax) return null;
    const found = closestName(written, known);
    answers.set(question, found);
    return found;
  };
}
