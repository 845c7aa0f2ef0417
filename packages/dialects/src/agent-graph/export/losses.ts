import type { Diagnostic } from '@skein/kernel';
import { toDiagnostic, type Path } from '../../diagnostics/finding.ts';
import { inertText } from '../../diagnostics/inert-text.ts';

/** What this dialect cannot express, as warnings that point into the native workflow. */
export class Losses {
  readonly list: Diagnostic[] = [];

  add(path: Path, what: string): void {
    this.list.push(
      toDiagnostic({
        path,
        code: 'EXPORT_LOSS',
        severity: 'warning',
        message: inertText(
          `${what} cannot be expressed in the dialect agent-graph, and is left out.`,
        ),
        hint: 'Keep the native definition, or write this part differently.',
      }),
    );
  }
}
