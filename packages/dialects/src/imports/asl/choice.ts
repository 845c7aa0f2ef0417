// Choice rules as conditions.
import {
  escapeTemplate,
  isObject,
  listAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { computed } from '../draft/place.ts';
import { computedOrLoss, loseState, rootsOf, type AslState } from './asl-scope.ts';
import { jsonataExpression } from './jsonata.ts';
import { pathExpression, type PathRoots } from './json-path.ts';

const operators: Readonly<Record<string, string>> = {
  StringEquals: 'eq',
  NumericEquals: 'eq',
  BooleanEquals: 'eq',
  TimestampEquals: 'eq',
  StringLessThan: 'lt',
  NumericLessThan: 'lt',
  TimestampLessThan: 'lt',
  StringGreaterThan: 'gt',
  NumericGreaterThan: 'gt',
  TimestampGreaterThan: 'gt',
  StringLessThanEquals: 'lte',
  NumericLessThanEquals: 'lte',
  TimestampLessThanEquals: 'lte',
  StringGreaterThanEquals: 'gte',
  NumericGreaterThanEquals: 'gte',
  TimestampGreaterThanEquals: 'gte',
};

const types: Readonly<Record<string, string>> = {
  IsString: 'text',
  IsNumeric: 'number',
  IsBoolean: 'boolean',
  IsNull: 'null',
};

export function convertRule(step: AslState, rule: JsonObject, input: string): Json {
  const roots = rootsOf(step, input, []);
  if (step.scope.isJsonata) {
    const written = textAt(rule, 'Condition') ?? '';
    const inside = /^\{%([\s\S]*)%\}$/.exec(written.trim())?.[1] ?? 'false';
    return (
      computedOrLoss(step, written, () =>
        jsonataExpression(inside, {
          input,
          result: null,
          variables: step.scope.variables,
          execution: step.scope.execution,
        }),
      ) ?? computed('false')
    );
  }
  return convertTest(step, rule, roots, 0);
}

function convertTest(step: AslState, rule: JsonObject, roots: PathRoots, depth: number): Json {
  if (depth > 50) return computed('false');
  const inner = (list: readonly Json[]): readonly Json[] =>
    list.filter((each) => isObject(each)).map((each) => convertTest(step, each, roots, depth + 1));
  if (Array.isArray(ownValue(rule, 'And'))) return { all: inner(listAt(rule, 'And')) };
  if (Array.isArray(ownValue(rule, 'Or'))) return { any: inner(listAt(rule, 'Or')) };
  const negated = ownValue(rule, 'Not');
  if (isObject(negated)) return { not: convertTest(step, negated, roots, depth + 1) };
  const variable = textAt(rule, 'Variable') ?? '';
  const left = computedOrLoss(step, variable, () => `${pathExpression(variable, roots)} ?? null`);
  const found = Object.entries(rule).find(
    ([key]) => !['Variable', 'Next', 'Comment', 'Output', 'Assign'].includes(key),
  );
  if (found === undefined) return computed('false');
  return compare(step, { left, operator: found[0], right: found[1], roots, variable });
}

interface Comparison {
  readonly left: Json;
  readonly operator: string;
  readonly right: Json;
  readonly roots: PathRoots;
  readonly variable: string;
}

function compare(step: AslState, { left, operator, right, roots, variable }: Comparison): Json {
  const read = (): string => pathExpression(variable, roots);
  const is = right === true ? '' : '!';
  if (operator === 'IsPresent')
    return (
      computedOrLoss(
        step,
        variable,
        () => `${is}(${read()} != null || type(${read()} ?? "") == "null")`,
      ) ?? computed('false')
    );
  if (Object.hasOwn(types, operator))
    return (
      computedOrLoss(
        step,
        variable,
        () => `${is}(type(${read()} ?? false) == "${types[operator] ?? ''}")`,
      ) ?? computed('false')
    );
  if (operator === 'IsTimestamp')
    return (
      computedOrLoss(
        step,
        variable,
        () =>
          `${is}(type(${read()} ?? false) == "text" && text(${read()} ?? "").matches(/^\\d{4}-\\d{2}-\\d{2}T/))`,
      ) ?? computed('false')
    );
  if (operator === 'StringMatches')
    return matches(step, variable, typeof right === 'string' ? right : '', read);
  const isPath = operator.endsWith('Path');
  const op = operators[isPath ? operator.slice(0, -4) : operator];
  if (op === undefined) {
    loseState(
      step,
      'choice',
      `"${step.name}" compares by "${operator}", which is not known.`,
      'Write the condition anew.',
    );
    return computed('false');
  }
  const other =
    isPath && typeof right === 'string'
      ? computedOrLoss(step, right, () => pathExpression(right, roots))
      : typeof right === 'string'
        ? escapeTemplate(right)
        : right;
  return { left, op, right: other };
}

/** `*` stands for any text. */
function matches(step: AslState, variable: string, pattern: string, read: () => string): Json {
  const source = pattern
    .split(/(?<!\\)\*/)
    .map((part) => part.replaceAll('\\*', '*').replaceAll(/[\\^$.|?*+()[\]{}/]/g, '\\$&'))
    .join('.*');
  return (
    computedOrLoss(step, variable, () => `text(${read()} ?? "").matches(/^${source}$/s)`) ??
    computed('false')
  );
}
