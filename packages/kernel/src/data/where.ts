// Which rows a filter keeps. A field that a row does not have counts as null; nothing is converted, as in conditions.
import { isObject, ownValue, type Json, type JsonObject } from '../json.ts';
import { isList } from '../references/is-list.ts';
import type { Template } from '../references/template.ts';
import { sizeOfJson } from '../values/json-weight.ts';
import {
  compare,
  conditionOperators,
  isConditionOperator,
  isUnary,
  type ConditionOperator,
} from '../conditions/condition-operators.ts';
import { spend } from '../expressions/machine.ts';
import { readRowField, type FieldPath } from './field-path.ts';
import type { RowMachine } from './row-machine.ts';
import { valueFor } from './row-value.ts';
import {
  hasOnly,
  nearHint,
  readField,
  readTemplate,
  report,
  said,
  type Path,
  type StepReader,
} from './step-reader.ts';

export type Where =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Where[] }
  | { readonly kind: 'not'; readonly of: Where }
  | { readonly kind: 'test'; readonly template: Template }
  | {
      readonly kind: 'compare';
      readonly field: FieldPath;
      readonly op: ConditionOperator;
      readonly value: Template | null;
    };

const HINT =
  'Write { "field": "price", "op": "gt", "value": 10 }, { "all": [ … ] }, { "any": [ … ] }, { "not": … } or "${= item.price > 10 }".';

export function readWhere(reader: StepReader, given: Json | undefined, at: Path): Where | null {
  if (typeof given === 'string') {
    const before = reader.problems.length;
    const template = readTemplate(reader, given, at);
    if (template.kind === 'expression' || template.kind === 'reference') {
      return { kind: 'test', template };
    }
    // An expression with a mistake is told of already.
    if (reader.problems.length > before) return null;
    return report(reader, at, 'A text here is one expression, as a whole.', HINT);
  }
  if (!isObject(given)) return report(reader, at, `${said(given)} is not a condition.`, HINT);
  for (const kind of ['all', 'any'] as const) {
    if (Object.hasOwn(given, kind)) return readParts(reader, kind, given, at);
  }
  if (Object.hasOwn(given, 'not')) {
    if (!hasOnly(reader, given, { known: ['not'], at })) return null;
    const of = readWhere(reader, ownValue(given, 'not'), [...at, 'not']);
    return of && { kind: 'not', of };
  }
  return readCompare(reader, given, at);
}

function readParts(
  reader: StepReader,
  kind: 'all' | 'any',
  given: JsonObject,
  at: Path,
): Where | null {
  if (!hasOnly(reader, given, { known: [kind], at })) return null;
  const list = ownValue(given, kind);
  if (!isList(list)) return report(reader, [...at, kind], `"${kind}" is a list.`, HINT);
  const parts = list.map((part, index) => readWhere(reader, part, [...at, kind, index]));
  const of = parts.filter((part) => part !== null);
  return of.length === parts.length ? { kind, of } : null;
}

function readCompare(reader: StepReader, given: JsonObject, at: Path): Where | null {
  if (!hasOnly(reader, given, { known: ['field', 'op', 'value'], at })) return null;
  // Without a field, rows that are plain values are compared as they are.
  const named = ownValue(given, 'field');
  const field = named === undefined ? [] : readField(reader, named, [...at, 'field']);
  const op = ownValue(given, 'op');
  if (!isConditionOperator(op)) {
    const hint = nearHint(op, conditionOperators);
    return report(reader, [...at, 'op'], `${said(op)} is not an operator.`, hint);
  }
  const value = ownValue(given, 'value');
  if (isUnary(op)) return field && { kind: 'compare', field, op, value: null };
  if (value === undefined) {
    return report(reader, at, `The operator "${op}" needs a "value".`, HINT);
  }
  const template = readTemplate(reader, value, [...at, 'value']);
  return field && { kind: 'compare', field, op, value: template };
}

export function holdsFor(machine: RowMachine, where: Where, row: Json, index: number): boolean {
  spend(machine.work, 0.25);
  switch (where.kind) {
    case 'all':
      return where.of.every((part) => holdsFor(machine, part, row, index));
    case 'any':
      return where.of.some((part) => holdsFor(machine, part, row, index));
    case 'not':
      return !holdsFor(machine, where.of, row, index);
    case 'test':
      return Boolean(valueFor(machine, where.template, [row, index]));
    case 'compare': {
      const { op, value } = where;
      const left = readRowField(row, where.field) ?? null;
      const right = value === null ? null : (valueFor(machine, value, [row, index]) ?? null);
      spend(machine.work, (6 + where.field.length + costOf(left) + costOf(right)) / 16);
      return op === 'exists' ? left !== null : compare(left, op, right);
    }
  }
}

/** Texts and nested values may be compared as a whole. */
function costOf(value: Json): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? 4 * sizeOfJson(value) : 0;
}
