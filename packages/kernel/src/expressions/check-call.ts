// What can be known about a call before it is made.
import { closestName } from '../values/closest-name.ts';
import { ExpressionProblem } from './expression-problem.ts';
import type { FunctionEntry } from './function-entry.ts';
import type { Argument } from './syntax-tree.ts';

export function didYouMean(name: string, known: readonly string[]): string {
  const close = closestName(name, known);
  return close === null ? 'docs/expressions.md lists all of them.' : `Did you mean ${close}?`;
}

/** How many arguments there must be is known before the run. */
export function checkCount(
  said: string,
  given: readonly Argument[],
  at: number,
  entries: readonly Pick<FunctionEntry<never>, 'parameters'>[],
): void {
  if (given.some(({ kind }) => kind === 'spread')) return;
  const fits = entries.some(({ parameters }) => {
    const isOpen = parameters.some((parameter) => parameter.startsWith('...'));
    const least = parameters.filter(
      (name) => !name.endsWith('?') && !name.startsWith('...'),
    ).length;
    return given.length >= least && (isOpen || given.length <= parameters.length);
  });
  if (fits) return;
  const wanted = entries.map(({ parameters }) => `(${parameters.join(', ')})`).join(' or ');
  const message = `${said} has ${given.length} arguments`;
  throw new ExpressionProblem(message, at, `Its arguments are ${wanted}.`);
}
