// IF, Filter and Switch: items are parted, and every port with items fires.
import { isObject, parseWholeExpression, type Json, type JsonObject } from '@skein/kernel';
import { portsByCode } from '../code/code-for-each.ts';
import { templateToCode } from '../code/write-code.ts';
import { NotConverted } from '../expressions/not-converted.ts';
import { stepsNode } from '../context/list-nodes.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { eachItem } from '../context/scope-of.ts';
import {
  conditionCode,
  conditionText,
  oldCondition,
  readConditions,
  readOldConditions,
  type ConditionGroup,
} from './conditions.ts';
import type { NodeConverter } from './node-converter.ts';

/** How items are parted: for each case its port and what must hold. */
interface Parting {
  readonly cases: readonly Case[];
  readonly rest: string | null;
  readonly isAll: boolean;
  /** The ports of each output. */
  readonly ports: (output: number) => readonly string[];
}

interface Case {
  readonly name: string;
  readonly group: ConditionGroup | { readonly output: Json; readonly place: number };
}

export const ifConverter = parting(({ cases }) => cases.length > 0, partingOfIf);
export const switchConverter = parting(({ cases }) => cases.length > 0, partingOfSwitch);

export const filterConverter: NodeConverter = {
  words: eachItem,
  hard: (context) => {
    const [only] = partingOfIf(context).cases;
    const tests = [only === undefined ? 'true' : codeOf(only)];
    const node = portsByCode(context, { tests, ports: ['output'], rest: null, isAll: false });
    return chainOf([{ ...node, config: { ...node.config, ports: ['output'] } }]);
  },
  convert: (context) => {
    const [only] = partingOfIf(context).cases;
    const where = `\${= ${only === undefined ? 'true' : textOf(context, only)} }`;
    return chainOf([stepsNode(context, [{ op: 'filter', where }])]);
  },
};

function parting(
  isUseful: (found: Parting) => boolean,
  read: (context: NodeContext) => Parting,
): NodeConverter {
  return {
    words: eachItem,
    hard: (context) => {
      const found = read(context);
      const node = portsByCode(context, {
        tests: found.cases.map(codeOf),
        ports: found.cases.map(({ name }) => name),
        rest: found.rest,
        isAll: found.isAll,
      });
      return pieceOf(node, found);
    },
    convert: (context) => {
      const found = read(context);
      const cases = found.cases.map((each) => ({
        name: each.name,
        when: `\${= ${textOf(context, each)} }`,
      }));
      if (!isUseful(found)) {
        return {
          ...chainOf([context.native('transform', { value: '${previous}' })]),
          exits: () => [],
        };
      }
      const config: { [key: string]: Json } = { items: context.items, cases, rest: found.rest };
      if (found.isAll) config['all'] = true;
      return pieceOf(context.native('partition', config), found);
    },
  };
}

function pieceOf(node: NativeNode, { ports }: Parting): Piece {
  return {
    ...chainOf([node]),
    exits: (output) => ports(output).map((port) => ({ node: node.id, port })),
  };
}

function textOf(context: NodeContext, { group }: Case): string {
  try {
    const text =
      'conditions' in group
        ? conditionText(context, group)
        : `number(${context.expression(group.output).text}) == ${group.place}`;
    const checked = text.replaceAll(/\bitem@\w+/g, 'item');
    const read = parseWholeExpression(checked, ['item', 'index', 'args']);
    if (!read.ok) throw new NotConverted(read.reason);
    return text;
  } catch (error) {
    if (!(error instanceof NotConverted)) throw error;
    // Noted as hard, so that the node becomes code.
    context.expression(`={{ ${HARD} }}`);
    return 'true';
  }
}

/** No expression: whoever meets it knows that only code will do. */
const HARD = '(() => { return true })()';

function codeOf({ group }: Case): string {
  return 'conditions' in group
    ? conditionCode(group)
    : `Number(${templateToCode(group.output)}) === ${group.place}`;
}

function partingOfIf({ raw, choice, node }: NodeContext): Parting {
  const conditions = raw('conditions');
  const isOld = isObject(conditions) && !Array.isArray(conditions['conditions']);
  const isAny = choice(['combineOperation'], choice(['combineConditions'], 'all')).toLowerCase();
  const group = isOld
    ? readOldConditions(conditions, isAny === 'any' || isAny === 'or')
    : readConditions(conditions, {
        ...outside(raw),
        isLoose: raw('looseTypeValidation') === true || node.version < 2,
      });
  const ports = ['true', 'false'] as const;
  return {
    cases: [{ name: 'true', group }],
    rest: 'false',
    isAll: false,
    ports: (output) => (ports[output] === undefined ? [] : [ports[output]]),
  };
}

function outside(raw: NodeContext['raw']): JsonObject {
  const options = raw('options');
  return isObject(options) ? options : {};
}

function partingOfSwitch(context: NodeContext): Parting {
  const { raw, choice, node } = context;
  if (choice(['mode'], 'rules') === 'expression') return partingByNumber(context);
  const options = outside(raw);
  const values = raw('rules', 'values');
  const isNew = node.version >= 3 || Array.isArray(values);
  if (!isNew) return partingOfOldSwitch(context);
  const listed = Array.isArray(values) ? values : [];
  const names = uniqueNames(
    listed.map((rule: Json, index) => {
      const key = isObject(rule) ? rule['outputKey'] : undefined;
      return typeof key === 'string' && key !== '' ? key : String(index);
    }),
  );
  const isLoose = raw('looseTypeValidation') === true;
  const cases = listed.map((rule: Json, index) => ({
    name: names[index] ?? String(index),
    group: readConditions(isObject(rule) ? rule['conditions'] : undefined, { ...options, isLoose }),
  }));
  return withFallback(cases, options['fallbackOutput'] ?? 'none', {
    isAll: options['allMatchingOutputs'] === true,
  });
}

function withFallback(
  cases: readonly Case[],
  fallback: Json,
  { isAll }: { readonly isAll: boolean },
): Parting {
  const names = cases.map(({ name }) => name);
  const place = typeof fallback === 'number' ? fallback : -1;
  const hasRest = fallback === 'extra' || place >= 0;
  const rest = hasRest ? freeName('fallback', names) : null;
  return {
    cases,
    rest,
    isAll,
    ports: (output) => {
      const own = names[output];
      const ports = own === undefined ? [] : [own];
      const isRest = rest !== null && (place >= 0 ? output === place : output === names.length);
      return isRest && rest !== null ? [...ports, rest] : ports;
    },
  };
}

function partingOfOldSwitch(context: NodeContext): Parting {
  const { raw, choice } = context;
  const type = choice(['dataType'], 'number');
  const listed = raw('rules', 'rules');
  const rules = (Array.isArray(listed) ? listed : []).filter(isObject);
  const outputs = rules.map((rule, index) => {
    const output = rule['output'] ?? rule['outputKey'];
    return typeof output === 'number' ? output : index;
  });
  const cases = rules.map((rule, index) => ({
    name: `${outputs[index] ?? index}${outputs.indexOf(outputs[index] ?? index) === index ? '' : `-${index}`}`,
    group: {
      isAny: false,
      conditions: [
        oldCondition(
          { ...rule, value1: raw('value1') ?? '' },
          type,
          type === 'string'
            ? 'equal'
            : type === 'dateTime'
              ? 'after'
              : type === 'boolean'
                ? 'equal'
                : 'smaller',
        ),
      ],
    },
  }));
  const fallback = raw('fallbackOutput') ?? -1;
  const names = cases.map(({ name }) => name);
  const rest = typeof fallback === 'number' && fallback >= 0 ? freeName('fallback', names) : null;
  return {
    cases,
    rest,
    isAll: false,
    ports: (output) => [
      ...names.filter((_, index) => outputs[index] === output),
      ...(rest !== null && fallback === output ? [rest] : []),
    ],
  };
}

const OUTPUTS_MAX = 64;

function partingByNumber({ raw, node }: NodeContext): Parting {
  const count = raw('numberOutputs') ?? raw('outputsAmount') ?? 4;
  const outputs = Math.min(OUTPUTS_MAX, typeof count === 'number' && count > 0 ? count : 4);
  const output = raw('output') ?? (node.version < 3 ? 0 : 0);
  const cases = Array.from({ length: outputs }, (_, place) => ({
    name: String(place),
    group: { output, place },
  }));
  return {
    cases,
    rest: null,
    isAll: false,
    ports: (index) => (index < outputs ? [String(index)] : []),
  };
}

function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const free = freeName(name === 'error' ? 'error-case' : name, [...taken]);
    taken.add(free);
    return free;
  });
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count++) name = `${wanted}-${count}`;
  return name;
}
