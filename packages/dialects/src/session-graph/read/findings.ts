// What compiling finds, with what its parts share.
import type { Reference } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import type { DiagnosticCode } from '../../diagnostics/diagnostics.ts';
import type { SessionDocument } from './session-document.ts';

/** A reference, and where it is written. */
export interface PlacedReference {
  readonly reference: Reference;
  readonly path: Path;
}

export interface Compilation {
  readonly document: SessionDocument;
  readonly findings: Finding[];
  /** Of steps that are named; looked at when it is known which steps a run reaches. */
  readonly references: PlacedReference[];
  /** A text with more references than one may hold: the document is refused without another look. */
  isTooMuch: boolean;
}

export function complain(
  { findings }: Compilation,
  path: Path,
  code: DiagnosticCode,
  words: { readonly message: string; readonly hint: string },
): void {
  findings.push({ path, code, severity: 'error', ...words });
}

export function warn(
  { findings }: Compilation,
  path: Path,
  code: DiagnosticCode,
  words: { readonly message: string; readonly hint: string },
): void {
  findings.push({ path, code, severity: 'warning', ...words });
}
