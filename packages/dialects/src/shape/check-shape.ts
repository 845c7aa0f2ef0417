// Checking a shape
// Compares a JSON value with its shape and reports everything that differs, all at once.
//
// C1. One pass; the work is linear in the value's size. Paths and sentences are made only for what is wrong.
// C2. Keys are compared through a Map and read as own properties: `__proto__` and `constructor` are keys like any other.
// C3. The value is at most 200 levels deep (check-json), so recursion is safe.
import { isObject, type JsonObject } from '@skein/kernel';
import type { DiagnosticCode } from '../diagnostics/diagnostics.ts';
import { placedSchemaFault } from '../schemas/check-json-schema.ts';
import type { Finding } from '../diagnostics/finding.ts';
import { createSuggester, type Suggester } from '../diagnostics/suggester.ts';
import { describeShape, describeValue, joinWords, quotedShort } from './describe.ts';
import type { Field, RecordShape, Shape } from './shape.ts';

/** Collects findings below a place that moves while a value is walked. */
export interface Walk {
  readonly path: (string | number)[];
  readonly findings: Finding[];
  readonly suggest: Suggester;
  /** Templates have been replaced by their values, which must fit by themselves. */
  readonly isResolved: boolean;
  /** Nobody is writing it now: runs use it, and what they never come to may be as it is. */
  readonly isStored: boolean;
  /** How many findings of each code there were, told or not. */
  readonly counts: Map<DiagnosticCode, number>;
}

/** Of one code; nobody reads more, and a definition with half a million of them would keep everybody waiting. */
const sameMax = 200;

export function createWalk({
  isResolved = false,
  isStored = false,
}: { readonly isResolved?: boolean; readonly isStored?: boolean | undefined } = {}): Walk {
  const suggest = createSuggester();
  return { path: [], findings: [], suggest, isResolved, isStored, counts: new Map() };
}

export function checkShape(shape: Shape, value: unknown, walk: Walk): void {
  if (value === null && shape.nullable) return;
  if (shape.template && !walk.isResolved && typeof value === 'string' && value.includes('${'))
    return;
  if (!hasType(shape, value)) {
    report(walk, 'WRONG_TYPE', () => wrongType(shape, value, walk));
    return;
  }
  checkInside(shape, value, walk);
}

/** The value has the JSON type of the shape; is it one of the allowed ones, inside and out? */
function checkInside(shape: Shape, value: unknown, walk: Walk): void {
  switch (shape.kind) {
    case 'boolean':
      return;
    case 'any':
    case 'object':
      if (shape.isSchema && isObject(value)) checkSchema(value, walk);
      return;
    case 'text':
      if (shape.nonEmpty && value === '')
        report(walk, 'BAD_VALUE', () => badValue(shape, value, walk));
      checkFixed(shape, value, walk);
      return;
    case 'number':
      if (!fitsNumber(shape, value as number))
        report(walk, 'BAD_VALUE', () => badValue(shape, value, walk));
      return;
    case 'choice':
      if (!shape.values.includes(value as string))
        report(walk, 'BAD_VALUE', () => badValue(shape, value, walk));
      return;
    case 'record':
      checkRecord(shape, value as JsonObject, walk);
      return;
    case 'dictionary':
      checkDictionary(shape.of, value as JsonObject, walk);
      return;
    case 'list':
      checkList(shape, value as readonly unknown[], walk);
      return;
    case 'either':
      for (const alternative of shape.of) {
        if (hasType(alternative, value)) return checkInside(alternative, value, walk);
      }
  }
}

function checkFixed(
  { insteadOfReference: hint }: Shape & { kind: 'text' },
  value: unknown,
  walk: Walk,
): void {
  if (hint === undefined || walk.isStored || typeof value !== 'string') return;
  if (!value.includes('${')) return;
  const message = `${placeName(walk)} must be written down, but it is the reference ${quotedShort(value)}, which would never be filled.`;
  report(walk, 'BAD_VALUE', () => ({ code: 'BAD_VALUE', severity: 'error', message, hint }));
}

/** Otherwise it would be found when the first value is checked: by whoever answers, and can never answer. */
function checkSchema(schema: JsonObject, walk: Walk): void {
  if (walk.isResolved || walk.isStored) return;
  const fault = placedSchemaFault(schema);
  if (fault === undefined) return;
  walk.findings.push({
    path: [...walk.path, ...fault.path],
    code: 'SCHEMA_INVALID',
    severity: 'error',
    message: `${placeName(walk)} is a JSON schema that cannot be used: ${fault.complaint}.`,
    hint: schemaHint(fault.complaint),
  });
}

function schemaHint(complaint: string): string {
  if (complaint.startsWith('the reference'))
    return 'Put the schema that it refers to under "$defs", and refer to it as "#/$defs/…".';
  if (/look-|references back|pattern/.test(complaint))
    return 'Write the pattern without look-ahead, look-behind and back-references, and shorter.';
  return 'Correct the schema; drafts 06, 07, 2019-09 and 2020-12 can be used.';
}

function hasType(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === typeof shape.values[0];
    case 'object':
    case 'record':
    case 'dictionary':
      return isObject(value);
    case 'list':
      return Array.isArray(value);
    case 'either':
      return shape.of.some((alternative) => hasType(alternative, value));
  }
}

function fitsNumber(shape: Shape & { kind: 'number' }, value: number): boolean {
  // Infinity has its own diagnostic already.
  if (!Number.isFinite(value)) return true;
  if (shape.integer && !Number.isSafeInteger(value)) return false;
  return shape.min === null || value >= shape.min;
}

function checkRecord(shape: RecordShape, value: JsonObject, walk: Walk): void {
  const keys = Object.keys(value);
  for (const key of keys) {
    const inside = shape.fields.get(key)?.shape ?? shape.others;
    walk.path.push(key);
    if (inside === undefined) report(walk, 'UNKNOWN_KEY', () => unknownKey(shape, key, walk));
    else checkShape(inside, value[key], walk);
    walk.path.pop();
  }
  for (const [key, field] of shape.wanted) {
    if (!Object.hasOwn(value, key))
      tell(walk, missingKey({ shape, key, field, present: keys }, walk));
  }
  if (shape.oneOf.length > 0 && !shape.oneOf.some((key) => Object.hasOwn(value, key))) {
    tell(walk, missingOneOf(shape));
  }
}

function checkDictionary(of: Shape, value: JsonObject, walk: Walk): void {
  for (const key of Object.keys(value)) {
    walk.path.push(key);
    checkShape(of, value[key], walk);
    walk.path.pop();
  }
}

function checkList(shape: Shape & { kind: 'list' }, items: readonly unknown[], walk: Walk): void {
  if (shape.nonEmpty && items.length === 0)
    report(walk, 'BAD_VALUE', () => badValue(shape, items, walk));
  for (let i = 0; i < items.length; i++) {
    walk.path.push(i);
    checkShape(shape.of, items[i], walk);
    walk.path.pop();
  }
}

type Report = Omit<Finding, 'path'>;

/** All findings of the code have the same severity: what is only counted changes no verdict. */
function report(walk: Walk, code: DiagnosticCode, make: () => Report): void {
  const count = (walk.counts.get(code) ?? 0) + 1;
  walk.counts.set(code, count);
  if (count <= sameMax) tell(walk, make());
  else if (count === sameMax + 1)
    walk.findings.push(uncounted(walk, code, make().severity === 'error'));
}

function tell(walk: Walk, finding: Report): void {
  walk.findings.push({ path: [...walk.path], ...finding });
}

/** Says how many more there are, once all are counted. */
function uncounted({ counts, path }: Walk, code: DiagnosticCode, hidesErrors: boolean): Finding {
  return {
    path: [...path],
    code: 'MORE_PROBLEMS',
    severity: 'warning',
    hidesErrors,
    get message() {
      return `There are ${(counts.get(code) ?? 0) - sameMax} more problems with the code ${code}, from here on.`;
    },
    hint: 'Correct those above first.',
  };
}

function wrongType(shape: Shape, value: unknown, walk: Walk): Report {
  return {
    code: 'WRONG_TYPE',
    severity: 'error',
    message: `${placeName(walk)} must be ${expectedBy(shape, walk)}, but it is ${describeValue(value)}.`,
    hint: hintForType(shape, value),
  };
}

function expectedBy(shape: Shape, { isResolved }: Walk): string {
  return describeShape(isResolved ? { ...shape, template: false } : shape);
}

function hintForType(shape: Shape, value: unknown): string {
  if (typeof value === 'string' && shape.kind === 'number' && Number.isFinite(Number(value))) {
    return `Write ${Number(value)} without quotes.`;
  }
  if (typeof value === 'string' && shape.kind === 'boolean')
    return 'Write true or false without quotes.';
  if (shape.kind === 'text' && (typeof value === 'number' || typeof value === 'boolean')) {
    return `Put it in quotes: "${value}".`;
  }
  if (shape.kind === 'list' && typeof value !== 'object')
    return 'Put it in brackets, as a list of one.';
  if (value === null) return `Write ${describeShape(shape)}; what has a default can be left out.`;
  return `Write ${describeShape(shape)} here.`;
}

function badValue(shape: Shape, value: unknown, walk: Walk): Report {
  const expected = expectedBy(shape, walk);
  const meant =
    shape.kind === 'choice' && typeof value === 'string'
      ? walk.suggest(value, shape.values.map(String))
      : null;
  return {
    code: 'BAD_VALUE',
    severity: 'error',
    message: `${placeName(walk)} must be ${expected}, but it is ${Array.isArray(value) ? 'empty' : describeValue(value)}.`,
    hint: meant === null ? `Write ${expected}.` : `Did you mean "${meant}"?`,
  };
}

function unknownKey(shape: RecordShape, key: string, walk: Walk): Report {
  const known = [...shape.fields.keys()];
  const meant = walk.suggest(key, known);
  const other =
    known.length === 0
      ? 'Remove it: there are no settings here.'
      : `Remove it, or use one of: ${known.join(', ')}.`;
  return {
    code: 'UNKNOWN_KEY',
    severity: 'warning',
    message: `${article(shape.what)} has no key ${quotedShort(key)}, so it is ignored.`,
    hint: meant === null ? other : `Did you mean "${meant}"?`,
  };
}

interface Missing {
  readonly shape: RecordShape;
  readonly key: string;
  readonly field: Field;
  readonly present: readonly string[];
}

function missingKey({ shape, key, field, present }: Missing, walk: Walk): Report {
  const isRequired = field.presence === 'required';
  const strange = present.filter((name) => !shape.fields.has(name));
  const typo = strange.length === 0 ? null : walk.suggest(key, strange);
  return {
    code: 'MISSING_KEY',
    missing: [key],
    severity: isRequired ? 'error' : 'warning',
    message: `${article(shape.what)} ${isRequired ? 'needs' : 'should have'} the key "${key}", which is missing.`,
    hint:
      typo === null ? `Add "${key}": ${field.about}.` : `Rename ${quotedShort(typo)} to "${key}".`,
  };
}

function missingOneOf(shape: RecordShape): Report {
  const names = shape.oneOf.map((key) => `"${key}"`);
  return {
    code: 'MISSING_KEY',
    missing: shape.oneOf,
    severity: 'error',
    message: `${article(shape.what)} needs ${joinWords(names, 'or')}, but has neither.`,
    hint: shape.oneOf
      .map((key) => `"${key}": ${shape.fields.get(key)?.about ?? ''}`)
      .join('; ')
      .concat('.'),
  };
}

/** Messages name the key, so that they can be understood without following the pointer. */
function placeName(walk: Walk): string {
  const last = walk.path.at(-1);
  if (last === undefined) return 'The definition';
  if (typeof last === 'string') return `The key ${quotedShort(last)}`;
  return `Entry ${last} of "${String(walk.path.at(-2) ?? '')}"`;
}

function article(what: string): string {
  return /^[aeiou]/i.test(what) ? `An ${what}` : `A ${what}`;
}
