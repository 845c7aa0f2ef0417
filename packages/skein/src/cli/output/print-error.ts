import type { Json } from '@skein/kernel';
import type { CommandError } from '../errors/command-error.ts';
import { formatDiagnostics, type ShownDiagnostic } from './format-diagnostics.ts';
import { printJson } from './print-json.ts';
import type { Terminal } from './terminal.ts';
import { visibleText } from './visible-text.ts';

/** Prints why a command failed: as text on stderr, or as the one document of `--json` on stdout. */
export function printError(terminal: Terminal, error: CommandError, isJson: boolean): void {
  const { code, message, hint, details } = error;
  if (isJson) {
    printJson(terminal, { error: { code, message, hint, ...(details && { details }) } });
    return;
  }
  const { paint } = terminal;
  const title = paint('red', `error ${code}:`);
  terminal.note(`${title} ${visibleText(message)}\n`);
  const diagnostics = diagnosticsIn(details?.['diagnostics']);
  // One that the message itself is made of says nothing new.
  const isSaid = diagnostics.length === 1 && diagnostics[0]?.hint === hint;
  if (!isSaid) terminal.note(formatDiagnostics(diagnostics, paint));
  // Of a conversion: why there is so little left.
  terminal.note(formatDiagnostics(diagnosticsIn(details?.['losses']), paint));
  if (hint !== '') terminal.note(`  ${paint('dim', visibleText(hint))}\n`);
}

/** Details are made by us, so a list under these keys is one of diagnostics. */
function diagnosticsIn(value: Json | undefined): readonly ShownDiagnostic[] {
  // As above.
  return Array.isArray(value) ? (value as unknown as readonly ShownDiagnostic[]) : [];
}
