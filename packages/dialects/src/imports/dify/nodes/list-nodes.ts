// List operators, and assigners, which change variables of the conversation or of a loop.
import {
  isObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { computed, expressionOf } from '../../draft/place.ts';
import { readSelector, textOf } from '../dify-graph.ts';
import { convertText, loseReference } from '../dify-text.ts';
import { conversationName } from '../../draft/conversation-memory.ts';
import { valueExpression, type DifyScope } from '../scope.ts';
import {
  addStep,
  loseOf,
  objectsIn,
  single,
  type ConvertDify,
  type DifyStep,
} from './dify-step.ts';

export const convertListOperator: ConvertDify = (step) => {
  const { node, scope } = step;
  const selector = readSelector(ownValue(node.data, 'variable'));
  const read = valueExpression(scope, selector);
  if (read === null) loseReference(scope, node, selector);
  let list = `list(${read ?? 'null'})`;
  const filter = objectAt(node.data, 'filter_by');
  if (ownValue(filter, 'enabled') === true) {
    for (const condition of objectsIn(listAt(filter, 'conditions'))) {
      const test = filterTest(step, condition);
      if (test !== null) list += `.filter(item => ${test})`;
    }
  }
  const extract = objectAt(node.data, 'extract_by');
  if (ownValue(extract, 'enabled') === true) {
    const place = Number(textOf(ownValue(extract, 'serial')));
    if (Number.isInteger(place) && place > 0) list += `.slice(${place - 1}, ${place})`;
    else
      loseOf(step, {
        kind: 'reference',
        key: 'extract_by',
        message: `"${node.title}" takes an item whose place is computed.`,
        hint: 'Write the place as an expression.',
      });
  }
  const order = objectAt(node.data, 'order_by');
  if (ownValue(order, 'enabled') === true) {
    const key = textOf(ownValue(order, 'key'));
    const direction = textAt(order, 'value') === 'desc' ? 'desc' : 'asc';
    list += `.sortBy(${key === '' ? 'item => item' : JSON.stringify(key)}, "${direction}")`;
  }
  const limit = objectAt(node.data, 'limit');
  if (ownValue(limit, 'enabled') === true) {
    const size = Number(textOf(ownValue(limit, 'size')));
    if (Number.isInteger(size)) list += `.slice(0, ${size})`;
  }
  const value = {
    result: computed(list),
    first_record: computed(`${list}.first()`),
    last_record: computed(`${list}.last()`),
  };
  addStep(step, { type: 'transform', config: { value } });
  return single(step.id);
};

const filterOperators: Readonly<Record<string, (item: string, value: string) => string>> = {
  contains: (item, value) => `text(${item}).includes(${value})`,
  'not contains': (item, value) => `!text(${item}).includes(${value})`,
  'start with': (item, value) => `text(${item}).startsWith(${value})`,
  'end with': (item, value) => `text(${item}).endsWith(${value})`,
  is: (item, value) => `text(${item}) == ${value}`,
  'is not': (item, value) => `text(${item}) != ${value}`,
  in: (item, value) => `${value}.includes(${item})`,
  'not in': (item, value) => `!${value}.includes(${item})`,
  empty: (item) => `empty(${item})`,
  'not empty': (item) => `!empty(${item})`,
  '=': (item, value) => `number(${item}) == number(${value})`,
  '≠': (item, value) => `number(${item}) != number(${value})`,
  '>': (item, value) => `number(${item}) > number(${value})`,
  '<': (item, value) => `number(${item}) < number(${value})`,
  '≥': (item, value) => `number(${item}) >= number(${value})`,
  '≤': (item, value) => `number(${item}) <= number(${value})`,
};

function filterTest(step: DifyStep, condition: JsonObject): string | null {
  const operator = textAt(condition, 'comparison_operator') ?? '';
  const make = Object.hasOwn(filterOperators, operator) ? filterOperators[operator] : undefined;
  const key = textOf(ownValue(condition, 'key'));
  const item = key === '' ? 'item' : `item[${JSON.stringify(key)}]`;
  if (make === undefined) {
    loseOf(step, {
      kind: 'operator',
      key: 'filter_by',
      message: `"${step.node.title}" filters by "${operator}", which is not known.`,
      hint: 'Write the filter anew.',
    });
    return null;
  }
  return make(item, expressionText(step, ownValue(condition, 'value') ?? ''));
}

/** A value with references in it, inside an expression. */
function expressionText({ scope, node }: DifyStep, value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const parts = value.split(/\{\{#([\w-]+(?:\.[^\s.#{}]+)+)#\}\}/u);
  const made = parts.flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [JSON.stringify(part)];
    const read = valueExpression(scope, part.split('.'));
    if (read === null) loseReference(scope, node, part.split('.'));
    return read === null ? [] : [`text(${read})`];
  });
  return made.length === 0 ? '""' : made.length === 1 ? (made[0] ?? '""') : `(${made.join(' + ')})`;
}

interface Assignment {
  readonly target: readonly string[];
  readonly operation: string;
  readonly value: Json;
  readonly from: readonly string[];
}

export const convertAssigner: ConvertDify = (step) => {
  const assignments = readAssignments(step.node.data);
  const set: { [name: string]: Json } = {};
  const made: JsonObject = { set };
  for (const assignment of assignments) {
    const name = targetName(step, assignment.target);
    if (name === null) continue;
    const value = assigned(step, assignment, name);
    if (value !== undefined) set[name] = value;
  }
  addStep(step, { type: 'set', config: Object.keys(set).length === 0 ? {} : made });
  return single(step.id);
};

function readAssignments(data: JsonObject): readonly Assignment[] {
  const items = objectsIn(listAt(data, 'items'));
  if (items.length > 0) {
    return items.map((item) => {
      const value = ownValue(item, 'value') ?? null;
      const isVariable = textAt(item, 'input_type') === 'variable';
      return {
        target: readSelector(ownValue(item, 'variable_selector')),
        operation: textAt(item, 'operation') ?? 'over-write',
        value,
        from: isVariable ? readSelector(value) : [],
      };
    });
  }
  const target = readSelector(ownValue(data, 'assigned_variable_selector'));
  if (target.length === 0) return [];
  const operation = textAt(data, 'write_mode') ?? 'over-write';
  return [
    {
      target,
      operation,
      value: null,
      from: readSelector(ownValue(data, 'input_variable_selector')),
    },
  ];
}

/** The state that a selector names in this scope; null, and a loss, for one that only a workflow above keeps. */
function targetName(step: DifyStep, target: readonly string[]): string | null {
  const { scope } = step;
  const [first = '', name = ''] = target;
  const own = first === 'conversation' ? conversationName(name) : name;
  if (keeps(scope, first, own)) return own;
  loseOf(step, {
    kind: 'conversation-state',
    message: `"${step.node.title}" changes "${target.join('.')}" from inside an iteration, which runs on its own.`,
    hint: 'Return the value from the iteration, and set it after that.',
  });
  return null;
}

function keeps(scope: DifyScope, first: string, name: string): boolean {
  if (first === 'conversation') return scope.kept.has(name);
  return scope.container?.id === first && scope.kept.has(name);
}

function assigned(
  step: DifyStep,
  { operation, value, from }: Assignment,
  name: string,
): Json | undefined {
  const { scope, node } = step;
  const old = expressionOf({ root: 'state', path: [name] });
  const read = from.length > 0 ? valueExpression(scope, from) : null;
  if (from.length > 0 && read === null) loseReference(scope, node, from);
  const given =
    read ?? (typeof value === 'string' ? expressionText(step, value) : JSON.stringify(value));
  switch (operation) {
    case 'over-write':
    case 'overwrite':
    case 'set':
      return from.length > 0 ? computed(`${given} ?? null`) : plainValue(step, value);
    case 'append':
      return computed(`[...list(${old}), ${given}]`);
    case 'extend':
      return computed(`[...list(${old}), ...list(${given})]`);
    case '+=':
    case '-=':
    case '*=':
    case '/=':
      return computed(`${old} ${operation[0] ?? '+'} number(${given})`);
    case 'clear':
      return emptyOf(scope, name);
    case 'remove-first':
      return computed(`list(${old}).slice(1)`);
    case 'remove-last':
      return computed(`list(${old}).slice(0, -1)`);
    default:
      loseOf(step, {
        kind: 'operator',
        message: `"${node.title}" assigns by "${operation}", which is not known.`,
        hint: 'Set the value with another operation.',
      });
      return undefined;
  }
}

function plainValue({ scope, node }: DifyStep, value: Json): Json {
  return typeof value === 'string' ? convertText(scope, node, value) : value;
}

function emptyOf({ draft }: DifyScope, name: string): Json {
  const first = draft.state[name];
  if (Array.isArray(first)) return [];
  if (isObject(first)) return {};
  if (typeof first === 'number') return 0;
  return typeof first === 'boolean' ? false : '';
}
