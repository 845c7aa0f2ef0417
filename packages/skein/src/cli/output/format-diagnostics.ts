import type { Diagnostic } from '@skein/kernel';
import type { Paint } from './paint.ts';
import { shortPointer } from './short-pointer.ts';
import { visibleLine } from './visible-text.ts';

export interface ShownDiagnostic extends Diagnostic {
  readonly file?: string;
}

/** Thousands of lines help nobody; `--json` has them all. */
const shownMax = 100;

/** Two lines each: what and where, then what to do. */
export function formatDiagnostics(diagnostics: readonly ShownDiagnostic[], paint: Paint): string {
  const shown = diagnostics
    .slice(0, shownMax)
    .map(({ code, severity, pointer, message, hint, file }) => {
      const word = paint(severity === 'error' ? 'red' : 'yellow', severity);
      const place = [file, shortPointer(pointer)]
        .filter((part) => part !== undefined && part !== '')
        .join(' ');
      const where = place === '' ? '' : ` at ${visibleLine(place)}`;
      return `  ${word} ${code}${where}: ${visibleLine(message)}\n    ${paint('dim', visibleLine(hint))}\n`;
    });
  const left = diagnostics.length - shown.length;
  return shown.join('') + (left > 0 ? `  … and ${left} more; --json lists them all.\n` : '');
}
