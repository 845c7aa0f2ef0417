// Merge and Compare Datasets: they wait for all of their inputs, and take those that bring nothing for empty lists.
import { isObject, type Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { wholeList } from '../context/scope-of.ts';
import type { NodeConverter } from './node-converter.ts';
import { plainText } from '../read/plain-text.ts';

export const mergeConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: convertMerge,
};

/** The port of an input of n8n. */
function inputPort(input: number): string {
  return `input${input + 1}`;
}

/** The ports that lead to an input: one for each edge. */
function portsOf({ conversion, node }: NodeContext, input: number): readonly string[] {
  const count = conversion.workflow.edges.filter(
    (edge) => edge.to === node && edge.input === input,
  ).length;
  const name = inputPort(input);
  return [
    name,
    ...Array.from({ length: Math.max(0, count - 1) }, (_, place) => `${name}_${place + 2}`),
  ];
}

function listsOf(context: NodeContext, inputs: readonly number[]): string {
  const [first = '[]', ...rest] = inputs
    .flatMap((input) => portsOf(context, input))
    .map((port) => `list(inputs.${port})`);
  return rest.length === 0 ? first : `${first}.concat(${rest.join(', ')})`;
}

function collecting(
  context: NodeContext,
  type: 'transform' | 'code',
  config: NativeNode['config'],
): Piece {
  const node = context.native(type, config, { join: 'all', whenEmpty: 'skip' });
  return { ...chainOf([node]), inputPort };
}

function convertMerge(context: NodeContext): Piece {
  const { raw, choice, node } = context;
  const mode = modeOf(context);
  const count = inputCount(context);
  switch (mode) {
    case 'append':
      return collecting(context, 'transform', {
        value: `\${= ${listsOf(
          context,
          Array.from({ length: count }, (_, input) => input),
        )} }`,
      });
    case 'chooseBranch': {
      const output = raw('useDataOfInput') ?? raw('output') ?? 1;
      const chosen =
        typeof output === 'number' ? output : Number(/\d/.exec(plainText(output))?.[0] ?? 1);
      const isEmpty = choice(['chooseBranchMode'], '') === 'empty' || raw('output') === 'empty';
      return collecting(context, 'transform', {
        value: isEmpty ? '${= [{}] }' : `\${= ${listsOf(context, [Math.max(0, chosen - 1)])} }`,
      });
    }
    case 'sql':
      context.lose({
        kind: 'merge-sql',
        message: `"${node.name}" joins its inputs by SQL: ${plainText(raw('query')).slice(0, 120)}`,
        hint: 'Write the join as a data node with a merge step, or in code.',
      });
      return collecting(context, 'transform', { value: `\${= ${listsOf(context, [0])} }` });
    case 'position':
    case 'all':
    case 'fields':
      return collecting(context, 'code', { code: mergeCode(context, mode) });
  }
}

type Mode = 'append' | 'chooseBranch' | 'sql' | 'position' | 'all' | 'fields';

/** Whichever version named it. */
function modeOf({ choice }: NodeContext): Mode {
  const mode = choice(['mode'], 'append');
  const by = choice(['combineBy'], choice(['combinationMode'], 'combineByFields'));
  switch (mode) {
    case 'combine':
      if (/position/i.test(by)) return 'position';
      return /all|multiplex/i.test(by) ? 'all' : 'fields';
    case 'chooseBranch':
    case 'passThrough':
    case 'wait':
      return 'chooseBranch';
    case 'combineBySql':
      return 'sql';
    case 'mergeByIndex':
    case 'mergeByPosition':
      return 'position';
    case 'multiplex':
      return 'all';
    case 'keepKeyMatches':
    case 'mergeByKey':
    case 'removeKeyMatches':
    case 'mergeByFields':
      return 'fields';
    default:
      return 'append';
  }
}

function inputCount({ raw, conversion, node }: NodeContext): number {
  const said = raw('numberInputs');
  const used = conversion.workflow.edges
    .filter(({ to }) => to === node)
    .map(({ input }) => input + 1);
  return Math.min(20, Math.max(2, typeof said === 'number' ? said : 2, ...used));
}

function listCode(context: NodeContext): string {
  const read = (input: number): string =>
    `[${portsOf(context, input)
      .map((port) => `inputs.${port}`)
      .join(', ')}].flatMap((list) => list ?? [])`;
  return `const left = ${read(0)}, right = ${read(1)};`;
}

/** Code, because what happens to fields that both sides have is more than a step of a data node can say. */
function mergeCode(context: NodeContext, mode: 'position' | 'all' | 'fields'): string {
  const { raw, choice, node } = context;
  const clash = raw('options', 'clashHandling', 'values');
  const values = isObject(clash) ? clash : {};
  const options = {
    prefers: plainText(values['resolveClash'], 'preferLast'),
    isDeep: values['mergeMode'] !== 'shallowMerge',
    overridesEmpty: values['overrideEmpty'] === true,
  };
  const lists = listCode(context);
  const start = `${lists}\n${MERGE_PARTS}\nconst options = ${JSON.stringify(options)};`;
  if (mode === 'position') {
    const isOld = choice(['join'], '') === 'outer' || choice(['join'], '') === 'left';
    const length = raw('options', 'includeUnpaired') === true || isOld ? 'max' : 'min';
    return `${start}\nreturn Array.from({ length: Math.${length}(left.length, right.length) }, (_, place) => combine(left[place], right[place]));`;
  }
  if (mode === 'all')
    return `${start}\nreturn left.flatMap((one) => right.map((other) => combine(one, other)));`;
  const old = {
    keepKeyMatches: 'keepMatches',
    mergeByKey: 'enrichInput1',
    removeKeyMatches: 'keepNonMatches',
  }[choice(['mode'], '')];
  const settings = {
    pairs: fieldPairs(raw, choice),
    join: old ?? choice(['joinMode'], 'keepMatches'),
    from:
      choice(['mode'], '') === 'removeKeyMatches' ? 'input1' : choice(['outputDataFrom'], 'both'),
    isFuzzy: raw('options', 'fuzzyCompare') === true,
    isFirst: choice(['options', 'multipleMatches'], 'all') === 'first' || node.version < 2,
  };
  return `${start}\nconst settings = ${JSON.stringify(settings)};\n${JOIN_PARTS}`;
}

function fieldPairs(raw: NodeContext['raw'], choice: NodeContext['choice']): Json {
  const listed = raw('mergeByFields', 'values') ?? raw('matchFields', 'values');
  const pairs = (Array.isArray(listed) ? listed : []).flatMap((pair: Json) => {
    if (!isObject(pair)) return [];
    const { field1, field2 } = pair;
    return typeof field1 === 'string' && field1 !== ''
      ? [[field1, typeof field2 === 'string' && field2 !== '' ? field2 : field1]]
      : [];
  });
  const names = choice(['fieldsToMatchString'], '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const old1 = choice(['propertyName1'], '');
  if (old1 !== '') return [[old1, choice(['propertyName2'], old1)]];
  return pairs.length > 0 ? pairs : names.map((name) => [name, name]);
}

const MERGE_PARTS = `const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const put = (base, over) => {
  const result = { ...base };
  for (const [key, value] of Object.entries(over ?? {})) {
    if (options.overridesEmpty && (value === null || value === '') && result[key] !== undefined) continue;
    result[key] = options.isDeep && isObject(value) && isObject(result[key]) ? put(result[key], value) : value;
  }
  return result;
};
const suffixed = (one, other) => Object.fromEntries([...Object.entries(one ?? {}).map(([key, value]) => [key + '_1', value]), ...Object.entries(other ?? {}).map(([key, value]) => [key + '_2', value])]);
const combine = (one, other) => {
  if (options.prefers === 'addSuffix') return suffixed(one, other);
  return options.prefers === 'preferInput1' ? put(other, one) : put(one, other);
};`;

const JOIN_PARTS = `const read = (item, path) => path.split('.').reduce((value, key) => value?.[key], item);
const keyOf = (item, side) => JSON.stringify(settings.pairs.map((pair) => { const value = read(item, pair[side]); return settings.isFuzzy ? String(value ?? '').toLowerCase() : (value ?? null); }));
const hasKey = (item, side) => settings.pairs.every((pair) => read(item, pair[side]) !== undefined);
const partners = new Map();
for (const other of right) if (hasKey(other, 1)) partners.set(keyOf(other, 1), [...(partners.get(keyOf(other, 1)) ?? []), other]);
const found = (one) => { const all = hasKey(one, 0) ? (partners.get(keyOf(one, 0)) ?? []) : []; return settings.isFirst ? all.slice(0, 1) : all; };
const matched = new Set(left.flatMap(found));
const alone1 = left.filter((one) => found(one).length === 0), alone2 = right.filter((other) => !matched.has(other));
const both = left.flatMap((one) => found(one).map((other) => combine(one, other)));
switch (settings.join) {
  case 'keepMatches': return settings.from === 'input1' ? left.filter((one) => found(one).length > 0) : settings.from === 'input2' ? right.filter((other) => matched.has(other)) : both;
  case 'keepNonMatches': return settings.from === 'input1' ? alone1 : settings.from === 'input2' ? alone2 : [...alone1, ...alone2];
  case 'keepEverything': return [...both, ...alone1, ...alone2];
  case 'enrichInput2': return right.flatMap((other) => { const ones = left.filter((one) => found(one).includes(other)); return ones.length === 0 ? [other] : ones.map((one) => combine(other, one)); });
  default: return left.flatMap((one) => { const others = found(one); return others.length === 0 ? [one] : others.map((other) => combine(one, other)); });
}`;

const DATASET_PORTS = ['onlyInA', 'same', 'different', 'onlyInB'] as const;

/** Four outputs: only in the first, the same in both, different, only in the second. */
export const compareDatasetsConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context) => {
    const { raw, choice } = context;
    const settings = {
      pairs: fieldPairs(raw, choice),
      prefers:
        choice(['resolve'], 'preferInput2') === 'preferInput1' ? 'preferInput1' : 'preferLast',
      skipped: choice(['options', 'skipFields'], '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      isFuzzy: raw('fuzzyCompare') === true || raw('options', 'fuzzyCompare') === true,
    };
    const code = `${listCode(context)}\nconst settings = ${JSON.stringify(settings)};\n${COMPARE_PARTS}`;
    const piece = collecting(context, 'code', { code, ports: [...DATASET_PORTS] });
    return {
      ...piece,
      exits: (output) => {
        const port = DATASET_PORTS[output];
        return port === undefined ? [] : [{ node: context.id, port }];
      },
    };
  },
};

const COMPARE_PARTS = `const read = (item, path) => path.split('.').reduce((value, key) => value?.[key], item);
const plain = (value) => (settings.isFuzzy ? String(value ?? '').toLowerCase() : JSON.stringify(value ?? null));
const keyOf = (item, side) => JSON.stringify(settings.pairs.map((pair) => plain(read(item, pair[side]))));
const byKey = new Map(right.map((other) => [keyOf(other, 1), other]));
const fired = { onlyInA: [], same: [], different: [], onlyInB: [] };
const matched = new Set();
for (const one of left) {
  const other = byKey.get(keyOf(one, 0));
  if (other === undefined) { fired.onlyInA.push(one); continue; }
  matched.add(keyOf(one, 0));
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !settings.skipped.includes(key));
  if (keys.every((key) => plain(one[key]) === plain(other[key]))) fired.same.push(one);
  else fired.different.push(settings.prefers === 'preferInput1' ? one : other);
}
for (const other of right) if (!matched.has(keyOf(other, 1))) fired.onlyInB.push(other);
return { $ports: Object.fromEntries(Object.entries(fired).filter(([, list]) => list.length > 0)) };`;
