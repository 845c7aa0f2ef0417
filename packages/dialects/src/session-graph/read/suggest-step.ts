// "Did you mean …?" for steps and functions
// Looking for a near name compares letters with every known one; nobody reads the hint of the twentieth different mistake.
import { closestName } from '@skein/kernel';
import { quotedShort } from '../../shape/describe.ts';

const searchesMax = 20;

/** The beginning of a hint, or nothing. */
export type Suggest = (written: string) => string;

export function suggestFrom(known: Iterable<string>): Suggest {
  const names = [...known];
  const answers = new Map<string, string>();
  return (written) => {
    const answer = answers.get(written);
    if (answer !== undefined) return answer;
    if (answers.size >= searchesMax) return '';
    const meant = closestName(written, names);
    const hint = meant === null ? '' : `Did you mean ${quotedShort(meant)}? `;
    answers.set(written, hint);
    return hint;
  };
}
