import type { Diagnostic } from '@skein/kernel';

/** Nobody reads more, and every reply would carry them. */
const shownMax = 200;

const more = 'MORE_PROBLEMS';

/** The first ones, errors before warnings where there are too many, and how many are left out. */
export function cutDiagnostics(all: readonly Diagnostic[]): readonly Diagnostic[] {
  if (all.length <= shownMax) return all;
  const errors = all.filter(({ severity }) => severity === 'error').slice(0, shownMax);
  const counted = all.filter(({ code }) => code === more);
  const warnings = all.filter(({ severity, code }) => severity === 'warning' && code !== more);
  const shown = [...errors, ...warnings.slice(0, shownMax - errors.length)];
  const left = all.length - shown.length - counted.length;
  if (left === 0) return [...shown, ...counted];
  const rest: Diagnostic = {
    code: more,
    severity: 'warning',
    pointer: '',
    message: `There are ${left} more problems.`,
    hint: 'Correct those above first.',
  };
  return [...shown, ...counted, rest];
}
