import type { Diagnostic, Json } from '@skein/kernel';
import { toDiagnostic } from '../diagnostics/finding.ts';
import { inertText } from '../diagnostics/inert-text.ts';
import { checkFilter } from './check-trigger.ts';
import { rulesOf } from './parse-filter.ts';

/** Why the filter of a trigger cannot be used, in any dialect; the places are those of a definition with a `trigger`. */
export function filterProblems(rules: Json | undefined): readonly Diagnostic[] {
  return checkFilter(rulesOf(rules))
    .map(toDiagnostic)
    .map((found) => ({ ...found, message: inertText(found.message), hint: inertText(found.hint) }));
}
