// Conditions of IF, Filter and Switch
// n8n compares by type, and takes a missing text for an empty one. Each condition becomes a part of one expression; code where that
// cannot be said.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { templateToCode } from '../code/write-code.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import { NotConverted } from '../expressions/not-converted.ts';
import { within, type Said } from '../expressions/said.ts';
import type { NodeContext } from '../context/node-context.ts';

export interface Condition {
  readonly type: string;
  readonly operation: string;
  readonly left: Json;
  readonly right: Json;
  readonly isFolded: boolean;
  /** A value of another type is converted; else it fails the node. */
  readonly isLoose: boolean;
}

export interface ConditionGroup {
  readonly isAny: boolean;
  readonly conditions: readonly Condition[];
}

/** The form of version 2 and later; `ignoreCase` and `loose` may stand outside of it. */
export function readConditions(value: Json | undefined, options: JsonObject = {}): ConditionGroup {
  if (!isObject(value)) return { isAny: false, conditions: [] };
  const inside = isObject(value['options']) ? value['options'] : {};
  const isFolded = inside['caseSensitive'] === false || options['ignoreCase'] === true;
  const isLoose = inside['typeValidation'] === 'loose' || options['isLoose'] === true;
  const listed = Array.isArray(value['conditions']) ? value['conditions'] : [];
  return {
    isAny: value['combinator'] === 'or',
    conditions: listed.flatMap((condition: Json) => {
      if (!isObject(condition)) return [];
      const operator = isObject(condition['operator']) ? condition['operator'] : {};
      const { leftValue: left = '', rightValue: right = '' } = condition;
      return [
        {
          type: typeof operator['type'] === 'string' ? operator['type'] : 'string',
          operation: typeof operator['operation'] === 'string' ? operator['operation'] : 'equals',
          left: left ?? '',
          right: right ?? '',
          isFolded,
          isLoose,
        },
      ];
    }),
  };
}

const OLD_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['boolean', 'equal'],
  ['dateTime', 'after'],
  ['number', 'smaller'],
  ['string', 'equal'],
]);

/** The form of version 1: a list for each type. */
export function readOldConditions(value: Json | undefined, isAny: boolean): ConditionGroup {
  if (!isObject(value)) return { isAny, conditions: [] };
  const conditions = [...OLD_DEFAULTS].flatMap(([type, otherwise]) => {
    const listed = value[type];
    if (!Array.isArray(listed)) return [];
    return listed.flatMap((entry: Json) =>
      isObject(entry) ? [oldCondition(entry, type, otherwise)] : [],
    );
  });
  return { isAny, conditions };
}

export function oldCondition(entry: JsonObject, type: string, otherwise: string): Condition {
  const { operation, value1 = '', value2 = type === 'boolean' ? false : '' } = entry;
  return {
    type,
    operation: typeof operation === 'string' ? operation : otherwise,
    left: value1 ?? '',
    right: value2 ?? '',
    isFolded: false,
    isLoose: true,
  };
}

/** One expression for all conditions of a group. */
export function conditionText(context: NodeContext, { isAny, conditions }: ConditionGroup): string {
  if (conditions.length === 0) return 'true';
  const tests = conditions.map((condition) => testText(context, condition));
  if (tests.length === 1) return tests[0] ?? 'true';
  return tests.map((test) => `(${test})`).join(isAny ? ' || ' : ' && ');
}

/** The same as JavaScript, with `holds` of the prelude. */
export function conditionCode({ isAny, conditions }: ConditionGroup): string {
  if (conditions.length === 0) return 'true';
  const tests = conditions.map(
    ({ type, operation, left, right, isFolded }) =>
      `holds({ type: ${JSON.stringify(type)}, operation: ${JSON.stringify(NEW_NAMES.get(operation) ?? operation)}, left: ${templateToCode(left)}, right: ${templateToCode(right)}, isFolded: ${isFolded} })`,
  );
  return tests.join(isAny ? ' || ' : ' && ');
}

/** What version 1 calls otherwise. */
const NEW_NAMES: ReadonlyMap<string, string> = new Map([
  ['equal', 'equals'],
  ['notEqual', 'notEquals'],
  ['larger', 'gt'],
  ['largerEqual', 'gte'],
  ['smaller', 'lt'],
  ['smallerEqual', 'lte'],
  ['isEmpty', 'empty'],
  ['isNotEmpty', 'notEmpty'],
]);

function testText(context: NodeContext, condition: Condition): string {
  const operation = NEW_NAMES.get(condition.operation) ?? condition.operation;
  const left = context.expression(condition.left);
  switch (operation) {
    case 'exists':
      return `exists(${left.text})`;
    case 'notExists':
      return `!exists(${left.text})`;
    case 'empty':
      return `empty(${left.text})`;
    case 'notEmpty':
      return `!empty(${left.text})`;
  }
  switch (condition.type) {
    case 'number':
      return numberTest(context, operation, left, condition);
    case 'boolean':
      return booleanTest(context, operation, left, condition);
    case 'dateTime':
      return timeTest(context, operation, left, condition);
    case 'array':
      return listTest(context, operation, left, condition);
    case 'object':
      return `${orEmpty(left)} ${operation === 'notEquals' ? '!=' : '=='} ${orEmpty(context.expression(condition.right))}`;
    default:
      return textTest(context, operation, left, condition);
  }
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['equals', '=='],
  ['notEquals', '!='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

function signOf(operation: string): string {
  const sign = SIGNS.get(operation);
  if (sign === undefined) throw new NotConverted(`of the operation "${operation}"`);
  return sign;
}

function numberTest(
  context: NodeContext,
  operation: string,
  left: Said,
  { right, isLoose }: Condition,
): string {
  const sign = signOf(operation);
  const other = numberText(context, right);
  const one = isLoose ? `number(${left.text})` : within(left, 6);
  if (sign === '==' || sign === '!=') {
    return isLoose ? `exists(${left.text}) && ${one} ${sign} ${other}` : `${one} ${sign} ${other}`;
  }
  return `exists(${left.text}) && ${one} ${sign} ${other}`;
}

function numberText(context: NodeContext, value: Json): string {
  if (typeof value === 'number') return String(value);
  const isLiteral = typeof value === 'string' && !isTemplate(value);
  if (isLiteral && value.trim() !== '' && Number.isFinite(Number(value)))
    return String(Number(value));
  return `number(${context.expression(value).text})`;
}

const YES = '[true, "true", 1, "1"]';

function booleanTest(
  context: NodeContext,
  operation: string,
  left: Said,
  { right, isLoose }: Condition,
): string {
  const one = isLoose ? `${YES}.includes(${left.text})` : `${within(left, 5)} == true`;
  if (operation === 'true') return one;
  if (operation === 'false') return `!(${one})`;
  const sign = signOf(operation);
  if (typeof right === 'boolean' || right === 'true' || right === 'false' || right === '') {
    const isTrue = right === true || right === 'true';
    return (sign === '==') === isTrue ? one : `!(${one})`;
  }
  const other = `${YES}.includes(${context.expression(right).text})`;
  return `(${one}) ${sign} ${other}`;
}

function timeTest(
  context: NodeContext,
  operation: string,
  left: Said,
  { right }: Condition,
): string {
  const sign = new Map([
    ['after', '>'],
    ['afterOrEquals', '>='],
    ['before', '<'],
    ['beforeOrEquals', '<='],
    ['equals', '=='],
    ['notEquals', '!='],
  ]).get(operation);
  if (sign === undefined) throw new NotConverted(`of the operation "${operation}"`);
  return `timestamp(${left.text}) ${sign} timestamp(${context.expression(right).text})`;
}

function listTest(
  context: NodeContext,
  operation: string,
  left: Said,
  { right }: Condition,
): string {
  const list = `list(${left.text})`;
  const other = context.expression(right).text;
  switch (operation) {
    case 'contains':
      return `${list}.includes(${other})`;
    case 'notContains':
      return `!${list}.includes(${other})`;
    case 'equals':
    case 'notEquals':
      return `${list} ${signOf(operation)} ${other}`;
    default: {
      const sign = signOf(
        operation.replace(/^length(.)/, (_, first: string) => first.toLowerCase()),
      );
      return `${list}.length ${sign} ${numberText(context, right)}`;
    }
  }
}

function orEmpty(said: Said): string {
  return said.isCertain ? within(said, 5) : `(${within(said, 4)} ?? "")`;
}

function textTest(
  context: NodeContext,
  operation: string,
  left: Said,
  condition: Condition,
): string {
  const { right, isFolded, isLoose } = condition;
  const asText = (said: Said): string => {
    const text =
      isLoose || isFolded
        ? `text(${said.isCertain ? said.text : `${within(said, 4)} ?? ""`})`
        : orEmpty(said);
    return isFolded ? `${text}.toLowerCase()` : text;
  };
  const one = asText(left);
  if (operation === 'regex' || operation === 'notRegex') {
    const test = `text(${orEmpty(left)}).matches(${patternText(right)})`;
    return operation === 'regex' ? test : `!${test}`;
  }
  const literal = typeof right === 'string' && !isTemplate(right) ? right : null;
  const other =
    literal === null
      ? asText(context.expression(right))
      : `${JSON.stringify(literal)}${isFolded && literal !== literal.toLowerCase() ? '.toLowerCase()' : ''}`;
  switch (operation) {
    case 'equals':
      return `${one} == ${other}`;
    case 'notEquals':
      return `${one} != ${other}`;
    case 'contains':
      return `${one}.includes(${other})`;
    case 'notContains':
      return `!${one}.includes(${other})`;
    case 'startsWith':
    case 'endsWith':
      return `${one}.${operation}(${other})`;
    case 'notStartsWith':
      return `!${one}.startsWith(${other})`;
    case 'notEndsWith':
      return `!${one}.endsWith(${other})`;
    default: {
      const sign = signOf(operation);
      return `${one} ${sign} ${other}`;
    }
  }
}

/** A pattern must be written out; one that is computed needs code. */
function patternText(right: Json): string {
  if (typeof right !== 'string' || isTemplate(right))
    throw new NotConverted('of a pattern that is computed');
  const found = /^\/([\s\S]*)\/([a-z]*)$/.exec(right);
  const source = (found?.[1] ?? right).replaceAll(/(?<!\\)\//g, String.raw`\/`);
  const flags = (found?.[2] ?? '').replaceAll(/[gyu]/g, '');
  if (source === '' || source.includes('\n')) throw new NotConverted('of this pattern');
  return `/${source.replaceAll(/\\(["'`:;#@!%&,=<>~_ ])/g, '$1')}/${flags}`;
}
