// What a setting would be in the run whose values are looked at: its value, or why it has none.
import {
  parseTemplate,
  parseWholeExpression,
  resolveTemplate,
  unresolvedNames,
  type Json,
} from '@skein/kernel';
import type { ExpressionPlace } from './expression-place.ts';
import { expressionsIn } from './expressions-in.ts';
import { scopeOfValues } from './expression-values.ts';

export type Preview =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  /** It is written wrongly, or cannot be computed with these values. */
  | { readonly kind: 'problems'; readonly problems: readonly PreviewProblem[] };

export interface PreviewProblem {
  readonly message: string;
  readonly hint: string;
  /** Counted from 1; null if it is about all of it. */
  readonly column: number | null;
  /** The place in the text; null in values that are not texts. */
  readonly at: number | null;
}

/** An expression without its braces. */
export function previewExpression(text: string, { values, names }: ExpressionPlace): Preview {
  const read = parseWholeExpression(text, [...names.keys()]);
  if (!read.ok) {
    const { reason, hint, column } = read;
    return { kind: 'problems', problems: [{ message: reason, hint, column, at: column - 1 }] };
  }
  const { expression } = read;
  const given = [...names.values()].map((value) => value ?? null);
  const evaluated = expression.evaluate(scopeOfValues(values), given);
  if (evaluated.ok) return { kind: 'value', value: evaluated.value };
  if ('missing' in evaluated) return missingOf([{ expression, missing: evaluated.missing }]);
  const { reason, column } = evaluated;
  const message = column === null ? `Cannot be computed: ${reason}` : reason;
  const at = column === null ? null : column - 1;
  return { kind: 'problems', problems: [{ message, hint: '', column, at }] };
}

/** Any other value with expressions in its texts. */
export function previewTemplate(value: Json, { values }: ExpressionPlace): Preview {
  const { template, problems } = parseTemplate(value);
  if (problems.length > 0) return { kind: 'problems', problems: placed(value, problems) };
  const resolved = resolveTemplate(template, scopeOfValues(values));
  if (resolved.ok) return { kind: 'value', value: resolved.value };
  const { failure, missing } = resolved;
  if (failure === undefined) return missingOf(missing);
  const problem = { message: failure.message, hint: '', column: null, at: null };
  return { kind: 'problems', problems: [problem] };
}

function placed(
  value: Json,
  problems: readonly { readonly message: string; readonly hint: string }[],
): readonly PreviewProblem[] {
  const written = typeof value === 'string' ? expressionsIn(value) : [];
  const broken = written.flatMap(({ start, read }) =>
    read.ok
      ? []
      : [{ message: read.message, hint: read.hint, column: null, at: start + read.column - 1 }],
  );
  const others = problems.filter(({ message }) => broken.every((each) => each.message !== message));
  return [
    ...broken,
    ...others.map(({ message, hint }) => ({ message, hint, column: null, at: null })),
  ];
}

type Unresolved = Parameters<typeof unresolvedNames>[0];

function missingOf(unresolved: Unresolved): Preview {
  const names = unresolvedNames(unresolved, (reference) => reference.text);
  return { kind: 'missing', names: names.map((name) => name.replace(/^\$\{=?\s*|\s*\}$/g, '')) };
}
