// What the picker shows
// A tree as a list: each variable stands below the one whose field it is.
import type { Variable } from './variables-at.ts';

/** Those that have all the words, in their names or in the names above them; those that begin so come first. */
export function findVariables(variables: readonly Variable[], typed: string): readonly Variable[] {
  const words = typed
    .toLowerCase()
    .split(/[\s.›]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return variables;
  const fits = variables.filter(({ label }) => {
    const text = label.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const [last = ''] = words.slice(-1);
  const begins = ({ name }: Variable) => name.toLowerCase().startsWith(last);
  return [...fits.filter(begins), ...fits.filter((each) => !begins(each))];
}

/** Whether the next one is a field of it. */
export function hasFields(variables: readonly Variable[], index: number): boolean {
  return (variables[index + 1]?.depth ?? 0) > (variables[index]?.depth ?? 0);
}

/** Without what is below those that are closed. */
export function openVariables(
  variables: readonly Variable[],
  isOpen: (variable: Variable) => boolean,
): readonly Variable[] {
  const shown: Variable[] = [];
  let closedAt = Number.POSITIVE_INFINITY;
  for (const variable of variables) {
    if (variable.depth > closedAt) continue;
    closedAt = isOpen(variable) ? Number.POSITIVE_INFINITY : variable.depth;
    shown.push(variable);
  }
  return shown;
}
