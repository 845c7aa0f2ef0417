// Conditions of an edge in this dialect
// Native conditions are allowed in a path, so nothing can be lost; the dialect's shorter notation is used where it exists. It is
// compiled again, and used only if it gives the same condition.
import { equalJson, isObject, parseText, type Json, type JsonObject } from '@skein/kernel';
import { compileConditions } from '../compile/compile-conditions.ts';
import { formatSessionText } from '../text/format-session-text.ts';
import type { StepNames } from '../read/step-names.ts';

export function exportConditions(when: Json | null, names: StepNames): JsonObject {
  if (when === null) return {};
  const [own, native] = [inOwnWords(when, names), { conditions: [when] }];
  if (own !== null && saysTheSame(own, when, names)) return own;
  return saysTheSame(native, when, names) ? native : { conditions: [{ all: [when] }] };
}

function saysTheSame(written: JsonObject, when: Json, names: StepNames): boolean {
  const document = { written: {}, steps: [], paths: [], names, stepById: new Map() };
  const compilation = { document, findings: [], references: [], isTooMuch: false };
  const compiled = compileConditions(compilation, {
    index: 0,
    from: '',
    to: '',
    conditions: written['conditions'],
    conditionsKey: 'conditions',
    operator: typeof written['operator'] === 'string' ? written['operator'] : undefined,
    priority: undefined,
    written,
  });
  return compiled !== null && equalJson(compiled, when);
}

function inOwnWords(when: Json, names: StepNames): JsonObject | null {
  const group = groupOf(when);
  const items = (group?.of ?? [when]).map((item) => itemOf(item, names));
  if (items.includes(null)) return null;
  return { conditions: items, ...(group?.operator === 'any' ? { operator: 'OR' } : {}) };
}

function groupOf(
  when: Json,
): { readonly operator: 'all' | 'any'; readonly of: readonly Json[] } | null {
  if (!isObject(when) || Object.keys(when).length !== 1) return null;
  for (const operator of ['all', 'any'] as const) {
    const of = Object.hasOwn(when, operator) ? when[operator] : undefined;
    if (Array.isArray(of) && of.length > 1) return { operator, of: of as readonly Json[] };
  }
  return null;
}

/** Null if it can only be expressed as part of a native condition. */
function itemOf(condition: Json, names: StepNames): Json | null {
  if (typeof condition === 'string') return referenceOf(condition, names);
  if (!isObject(condition)) return condition;
  const { left, op } = condition;
  const isTruth = Object.keys(condition).length === 2 && (op === 'truthy' || op === 'falsy');
  const reference = isTruth && typeof left === 'string' ? referenceOf(left, names) : null;
  return reference === null ? condition : { [op === 'truthy' ? 'true' : 'false']: reference };
}

function referenceOf(text: string, names: StepNames): string | null {
  const { parts } = parseText(text);
  return parts.length === 1 && typeof parts[0] === 'object'
    ? formatSessionText(parts, names)
    : null;
}
