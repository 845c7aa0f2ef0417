// One definition for each rule that is checked before a run: what is wrong, and where people must see it.
import type { DialectName } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';

export interface BrokenDefinition {
  readonly dialect: DialectName;
  /** In the words of the rule. */
  readonly rule: string;
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** The card, edge (by its ends) or step that is marked; the workflow itself where the rule is about all of it. */
  readonly at:
    | { readonly node: string }
    | { readonly line: string }
    | { readonly step: number }
    | 'workflow';
  readonly definition: JsonObject;
  /** Only the server knows what is registered and stored there. */
  readonly isServers?: boolean;
  /** Takes a definition so large that it is checked here, and not drawn by the test in the browser. */
  readonly isLarge?: boolean;
}

export type Rule = Omit<BrokenDefinition, 'dialect' | 'definition'>;

export function rule(
  severity: Rule['severity'],
  code: string,
  words: string,
  at: Rule['at'],
): Rule {
  return { severity, code, rule: words, at };
}
