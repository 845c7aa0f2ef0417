// Reading the filter of a trigger
// Rules about the sender of a mail, and a native condition on the delivery. What cannot be read, or means nothing, is a problem
// and not a warning: a filter that is partly ignored would let through what its author wanted to keep out.
import {
  closestName,
  isObject,
  ownValue,
  parseCondition,
  referencesOf,
  type Condition,
  type Json,
  type JsonObject,
  type Reference,
  type Template,
} from '@skein/kernel';
import { mailRules } from './trigger-shapes.ts';

export interface FilterProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string;
}

export interface ParsedFilter {
  readonly condition: Condition | null;
  readonly problems: readonly FilterProblem[];
}

const mailKeys: ReadonlySet<string> = new Set(mailRules);
export const conditionKeys = ['all', 'any', 'not', 'left', 'op', 'right', 'fold'] as const;

export function parseFilter(rules: JsonObject): ParsedFilter {
  const unknown = Object.keys(rules).filter((key) => !isKnown(key));
  const about = [
    ...unknown.map(unknownKey),
    ...mailRules.flatMap((rule) => listProblems(rules, rule)),
  ];
  if (!conditionKeys.some((key) => Object.hasOwn(rules, key))) {
    return { condition: null, problems: about };
  }
  const own = Object.entries(rules).filter(([key]) => isKnown(key) && !mailKeys.has(key));
  const { condition, problems, warnings } = parseCondition(Object.fromEntries(own));
  const all = [...about, ...problems, ...warnings];
  if (condition === null) return { condition, problems: all };
  const strange = referencesIn(condition).find(({ source }) => !isAvailable(source.kind));
  if (strange === undefined) return { condition, problems: all };
  const message = `A filter is evaluated before a run exists, so ${strange.text} has no value there.`;
  const hint = 'Read the delivery: ${trigger.subject}.';
  return { condition: null, problems: [...all, { path: [], message, hint }] };
}

function isKnown(key: string): boolean {
  return mailKeys.has(key) || conditionKeys.some((known) => known === key);
}

function unknownKey(key: string): FilterProblem {
  const known = [...mailRules, ...conditionKeys];
  const meant = closestName(key, known);
  return {
    path: [key],
    message: `A filter has no rule "${key}"; it has ${known.join(', ')}.`,
    hint: meant === null ? 'Remove the key, or write a condition.' : `Did you mean "${meant}"?`,
  };
}

/** An empty entry would make the list look shorter than it is, and an empty whitelist lets everything through. */
function listProblems(rules: JsonObject, rule: string): readonly FilterProblem[] {
  const written = ownValue(rules, rule);
  if (written === undefined) return [];
  const hint = 'Write a list of texts, such as ["example.org"].';
  if (!Array.isArray(written)) return [{ path: [rule], message: `"${rule}" is a list.`, hint }];
  return written.flatMap((entry: Json, i): readonly FilterProblem[] => {
    if (typeof entry === 'string' && plainEntry(entry) !== '') return [];
    return [{ path: [rule, i], message: `"${rule}" contains an entry that names nobody.`, hint }];
  });
}

/** As it is compared: without case, the `@` before a domain and the dot that may end one. */
export function plainEntry(entry: string): string {
  return entry
    .trim()
    .toLowerCase()
    .replace(/^@|\.$/g, '');
}

function isAvailable(source: Reference['source']['kind']): boolean {
  return source === 'trigger' || source === 'now';
}

function referencesIn(condition: Condition): readonly Reference[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(referencesIn);
    case 'not':
      return referencesIn(condition.of);
    case 'compare':
      return referencesOfBoth(condition);
  }
}

function referencesOfBoth({
  left,
  right,
}: Extract<Condition, { readonly kind: 'compare' }>): readonly Reference[] {
  return [left, right].flatMap((side: Template | null) =>
    side === null ? [] : referencesOf(side),
  );
}

/** The rules of a trigger, whatever they were written as. */
export function rulesOf(written: Json | undefined): JsonObject {
  return written !== undefined && isObject(written) ? written : {};
}
