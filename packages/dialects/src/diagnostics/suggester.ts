import { closestName } from '@skein/kernel';
// Suggestions with a bound
// Looking for the name that was meant compares letters with every known name. A definition with 100,000 mistakes has mostly
// the same ones, so answers are kept; and nobody reads the hint of the thousandth different one.

const searchesMax = 1000;

export type Suggester = (written: string, known: readonly string[]) => string | null;

export function createSuggester(): Suggester {
  const answers = new Map<string, string | null>();
  return (written, known) => {
    const question = JSON.stringify([written, ...known]);
    const answer = answers.get(question);
    if (answer !== undefined) return answer;
    if (answers.size >= searchesMax) return null;
    const found = closestName(written, known);
    answers.set(question, found);
    return found;
  };
}
