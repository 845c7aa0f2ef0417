// Conditions of if-else, loops and list operators
// `is` compares texts and booleans, `=` numbers; the right side may hold references.
import { isJsonList } from '../../draft/is-json-list.ts';
import { isObject, listAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { computed } from '../../draft/place.ts';
import { readSelector, textOf } from '../dify-graph.ts';
import { convertText, hasReference, loseReference } from '../dify-text.ts';
import { valueExpression, valueTemplate } from '../scope.ts';
import { loseOf, objectsIn, type DifyStep } from './dify-step.ts';

/** The cases of an if-else node in both of its forms, as cases of a switch. */
export function convertCases(step: DifyStep): readonly JsonObject[] {
  const { data } = step.node;
  const written = objectsIn(listAt(data, 'cases'));
  const cases = written.length > 0 ? written : [data];
  const seen = new Set<string>();
  return cases.map((each, index) => {
    const own = textOf(ownValue(each, 'case_id')) || textOf(ownValue(each, 'id'));
    const name =
      own === '' || seen.has(own) || own === 'default'
        ? index === 0
          ? 'true'
          : `case-${index + 1}`
        : own;
    seen.add(name);
    return { name, when: convertAll(step, each) };
  });
}

/** All conditions of an object with `conditions` and `logical_operator`. */
export function convertAll(step: DifyStep, group: JsonObject, key = 'conditions'): Json {
  const conditions = objectsIn(listAt(group, key)).map((each) => convertCondition(step, each));
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return only;
  return textAt(group, 'logical_operator') === 'or' ? { any: conditions } : { all: conditions };
}

function convertCondition(step: DifyStep, condition: JsonObject): Json {
  const selector = readSelector(ownValue(condition, 'variable_selector'));
  const operator = textAt(condition, 'comparison_operator') ?? '';
  if (isObject(ownValue(condition, 'sub_variable_condition')) && operator !== 'empty') {
    const about = ownValue(condition, 'sub_variable_condition');
    if (isObject(about) && listAt(about, 'conditions').length > 0) return loseSub(step);
  }
  const left = leftSide(step, selector);
  return compareWith(step, {
    left,
    operator,
    type: textAt(condition, 'varType') ?? '',
    right: ownValue(condition, 'value') ?? '',
  });
}

function loseSub(step: DifyStep): Json {
  loseOf(step, {
    kind: 'files',
    key: 'cases',
    message: `"${step.node.title}" compares properties of files.`,
    hint: 'Write the condition anew: a file is { "url", … } as the caller gives it.',
  });
  return computed('false');
}

function leftSide({ scope, node }: DifyStep, selector: readonly string[]): Json {
  const found = valueTemplate(scope, selector);
  if (found !== undefined) return found;
  loseReference(scope, node, selector);
  return null;
}

interface Comparison {
  readonly left: Json;
  readonly operator: string;
  /** Dify's name of the left side's type. */
  readonly type: string;
  readonly right: Json;
}

type Compare = (left: Json, right: Json) => Json;
const compare =
  (op: string): Compare =>
  (left, right) => ({ left, op, right });
const not =
  (inner: Compare): Compare =>
  (left, right) => ({ not: inner(left, right) });
const unary =
  (op: string): Compare =>
  (left) => ({ left, op });

const operators: Readonly<Record<string, Compare>> = {
  contains: compare('contains'),
  'not contains': not(compare('contains')),
  'start with': compare('startsWith'),
  'end with': compare('endsWith'),
  is: compare('eq'),
  'is not': not(compare('eq')),
  '=': compare('eq'),
  '≠': not(compare('eq')),
  '>': compare('gt'),
  '<': compare('lt'),
  '≥': compare('gte'),
  '≤': compare('lte'),
  empty: unary('empty'),
  'not empty': not(unary('empty')),
  null: (left) => ({ left, op: 'empty' }),
  'not null': not(unary('empty')),
  exists: not(unary('empty')),
  'not exists': unary('empty'),
  in: compare('in'),
  'not in': not(compare('in')),
  'all of': (left, right) => ({
    all: (isJsonList(right) ? right : [right]).map((each) => ({
      left,
      op: 'contains',
      right: each,
    })),
  }),
};

const numeric: ReadonlySet<string> = new Set(['=', '≠', '>', '<', '≥', '≤']);

function compareWith(step: DifyStep, { left, operator, type, right }: Comparison): Json {
  const made = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (made === undefined) {
    loseOf(step, {
      kind: 'operator',
      message: `"${step.node.title}" compares by "${operator}", which is not known.`,
      hint: 'Write the condition anew.',
    });
    return computed('false');
  }
  return made(left, rightSide(step, right, numeric.has(operator), type));
}

function rightSide(step: DifyStep, value: Json, isNumber: boolean, type: string): Json {
  if (isJsonList(value)) return value.map((each) => rightSide(step, each, isNumber, type));
  if (isNumber) return numberSide(step, value);
  if (typeof value !== 'string') return type === 'string' ? textOf(value) : value;
  if (type === 'boolean') return /^true$/i.test(value) || value === '1';
  return convertText(step.scope, step.node, value);
}

function numberSide(step: DifyStep, value: Json): Json {
  if (typeof value === 'number') return value;
  const text = textOf(value);
  const whole = /^\s*\{\{#([^#]+)#\}\}\s*$/.exec(text);
  if (whole !== null) {
    const read = valueExpression(step.scope, (whole[1] ?? '').split('.'));
    if (read !== null) return computed(`number(${read})`);
  }
  if (hasReference(text)) return convertText(step.scope, step.node, text);
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number)
    ? number
    : convertText(step.scope, step.node, text);
}
