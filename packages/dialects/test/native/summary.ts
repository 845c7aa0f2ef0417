import type { Diagnostic } from '@skein/kernel';

/** Codes and places, in an order of their own. */
export function summary(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .map(({ code, severity, pointer }) => `${severity === 'warning' ? '~' : ''}${code} ${pointer}`)
    .toSorted();
}
