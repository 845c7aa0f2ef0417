// Findings
// A diagnostic before it is printed: its place is still a list of steps, so that a caller can prefix it or look the place
// up. Pointers are made once, at the end.
import { pointer, type Diagnostic } from '@skein/kernel';
import type { DiagnosticCode } from './diagnostics.ts';

export type Path = readonly (string | number)[];

export interface Finding {
  readonly path: Path;
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string;
  /** Keys that are missing at the place; for whoever names keys instead of places. */
  readonly missing?: readonly string[];
  /** It stands for errors that are only counted. */
  readonly hidesErrors?: boolean;
}

export function toDiagnostic({ path, code, severity, message, hint }: Finding): Diagnostic {
  return { code, severity, pointer: pointer(...path), message, hint };
}
