// Nodes that see the whole list: Sort, Limit, Remove Duplicates, Split Out, Aggregate, Summarize, Rename Keys
import { isObject, type Json } from '@skein/kernel';
import { fieldsByCode, stepsOfName } from './set.ts';
import { listNode, stepsNode } from '../context/list-nodes.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type Piece } from '../context/piece.ts';
import { wholeList } from '../context/scope-of.ts';
import type { NodeConverter } from './node-converter.ts';
import { plainText } from '../read/plain-text.ts';

function wholeListConverter(convert: (context: NodeContext) => Piece): NodeConverter {
  return { words: wholeList, hard: 'lost', convert };
}

export const sortConverter = wholeListConverter(convertSort);
export const limitConverter = wholeListConverter(convertLimit);
export const removeDuplicatesConverter = wholeListConverter(convertDuplicates);
export const splitOutConverter = wholeListConverter(convertSplitOut);
export const aggregateConverter = wholeListConverter(convertAggregate);
export const summarizeConverter = wholeListConverter(convertSummarize);
export const renameKeysConverter = wholeListConverter(convertRename);

/** The node that had all of them once, with an operation for each. */
export const itemListsConverter = wholeListConverter((context) => {
  const operations: Readonly<Record<string, (given: NodeContext) => Piece>> = {
    splitOutItems: convertSplitOut,
    aggregateItems: convertAggregate,
    concatenateItems: convertAggregate,
    removeDuplicates: convertDuplicates,
    sort: convertSort,
    limit: convertLimit,
    summarize: convertSummarize,
  };
  const operation = context.choice(['operation'], 'splitOutItems');
  return (operations[operation] ?? convertSplitOut)(context);
});

function objectsIn(value: Json | undefined): readonly { readonly [key: string]: Json }[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function namesOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') {
    return value
      .replace(/^=/, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  }
  return objectsIn(value).flatMap(({ fieldName, field }) => {
    const name = fieldName ?? field;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}

function convertSort(context: NodeContext): Piece {
  const { raw, choice, lose, node } = context;
  const type = choice(['type'], 'simple');
  if (type === 'random') return chainOf([shuffle(context)]);
  if (type === 'code') {
    const written = raw('code');
    const code = `const all = previous.map((json) => ({ json }));\nconst compare = (a, b) => {\n${typeof written === 'string' ? written : 'return 0;'}\n};\nreturn all.sort(compare).map(({ json }) => json);`;
    return chainOf([context.native('code', { code }, { whenEmpty: 'skip' })]);
  }
  const by = objectsIn(raw('sortFieldsUi', 'sortField')).flatMap(({ fieldName, order }) =>
    typeof fieldName === 'string' && fieldName !== ''
      ? [{ field: fieldName.replace(/^=/, ''), order: order === 'descending' ? 'desc' : 'asc' }]
      : [],
  );
  if (by.length > 0) return chainOf([stepsNode(context, [{ op: 'sort', by }])]);
  lose({
    kind: 'setting',
    message: `"${node.name}" does not say what to sort by.`,
    hint: 'Add a sort step with a field.',
  });
  return chainOf([listNode(context, context.items)]);
}

function shuffle(context: NodeContext): ReturnType<NodeContext['native']> {
  const code =
    'return previous.map((json) => ({ json, place: Math.random() })).sort((a, b) => a.place - b.place).map(({ json }) => json);';
  return context.native('code', { code }, { whenEmpty: 'skip' });
}

function convertLimit(context: NodeContext): Piece {
  const { raw, choice, expression } = context;
  const count = raw('maxItems') ?? 1;
  const isLast = choice(['keep'], 'firstItems') === 'lastItems';
  if (typeof count === 'number' && !isLast) {
    return chainOf([stepsNode(context, [{ op: 'limit', count: Math.max(0, Math.trunc(count)) }])]);
  }
  const number = typeof count === 'number' ? String(count) : `number(${expression(count).text})`;
  if (!isLast) return chainOf([stepsNode(context, [{ op: 'limit', count: `\${= ${number} }` }])]);
  return chainOf([listNode(context, `\${= previous.slice(max(0, previous.length - ${number})) }`)]);
}

function convertDuplicates(context: NodeContext): Piece {
  const { choice, raw, node, lose } = context;
  if (
    choice(['operation'], 'removeDuplicateInputItems') !== 'removeDuplicateInputItems' &&
    node.type !== 'itemLists'
  ) {
    lose({
      kind: 'memory-across-runs',
      message: `"${node.name}" compares with items of earlier runs; here it compares those of this run only.`,
      hint: 'Keep the keys that were seen in a store node, and filter by them.',
    });
  }
  const compare = choice(['compare'], 'allFields');
  const by = namesOf(raw('fieldsToCompare') ?? raw('fieldsToCompare', 'fields'));
  const step: { [key: string]: Json } = { op: 'dedupe' };
  if (compare === 'selectedFields' && by.length > 0) step['by'] = by;
  const steps: Json[] = [step];
  if (compare === 'allFieldsExcept') {
    const except = JSON.stringify(namesOf(raw('fieldsToExclude')));
    return chainOf([listNode(context, `\${= previous.unique(item => item.omit(${except})) }`)]);
  }
  if (raw('options', 'removeOtherFields') === true && by.length > 0)
    steps.push({ op: 'pick', fields: by });
  return chainOf([stepsNode(context, steps)]);
}

function convertSplitOut(context: NodeContext): Piece {
  const { raw, choice } = context;
  const fields = namesOf(raw('fieldToSplitOut') ?? raw('fieldsToSplitOut'));
  const names = namesOf(raw('options', 'destinationFieldName'));
  const include = choice(['include'], 'noOtherFields');
  const [field] = fields;
  if (field === undefined) return chainOf([listNode(context, context.items)]);
  const as =
    names[0] ??
    (raw('options', 'disableDotNotation') === true ? field : (field.split('.').at(-1) ?? field));
  if (fields.length === 1 && include === 'allOtherFields') {
    return chainOf([stepsNode(context, [{ op: 'split', field, as }])]);
  }
  return chainOf([listNode(context, `\${= ${splitText(context, { fields, names })} }`)]);
}

/** `tasks[0].result` as steps of an expression. */
function pathText(field: string): string {
  return stepsOfName(field)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `[${JSON.stringify(step)}]`))
    .join('');
}

/** Several lists go side by side; what is no object is put under the name of its field. */
function splitText(
  { raw, choice }: NodeContext,
  { fields, names }: { readonly fields: readonly string[]; readonly names: readonly string[] },
): string {
  const read = (field: string): string => `list(item${pathText(field)})`;
  const nameOf = (place: number): string =>
    JSON.stringify(names[place] ?? fields[place]?.split('.').at(-1) ?? '');
  const include = choice(['include'], 'noOtherFields');
  const kept = namesOf(raw('fieldsToInclude'));
  const others =
    include === 'allOtherFields'
      ? `...item.omit(${JSON.stringify(fields)}), `
      : include === 'selectedOtherFields'
        ? `...item.pick(${JSON.stringify(kept)}), `
        : '';
  const [field = ''] = fields;
  if (fields.length === 1) {
    const isKept = others !== '' || names.length > 0;
    const made = isKept
      ? `({ ${others}${nameOf(0)}: part })`
      : `type(part) == "object" ? part : { ${nameOf(0)}: part }`;
    return `previous.flatMap(item => ${read(field)}.map(part => ${made}))`;
  }
  const longest = `max(${fields.map((each) => `${read(each)}.length`).join(', ')})`;
  const entries = fields.map((each, place) => `${nameOf(place)}: ${read(each)}[place]`).join(', ');
  return `previous.flatMap(item => range(${longest}).map(place => ({ ${others}${entries} })))`;
}

function convertAggregate(context: NodeContext): Piece {
  const { raw, choice } = context;
  const isAll =
    choice(
      ['aggregate'],
      choice(['operation'], '') === 'concatenateItems'
        ? 'aggregateIndividualFields'
        : 'aggregateIndividualFields',
    ) === 'aggregateAllItemData';
  if (isAll) {
    const name = choice(['destinationFieldName'], 'data');
    const include = choice(['include'], 'allFields');
    const names = JSON.stringify(
      namesOf(raw(include === 'specifiedFields' ? 'fieldsToInclude' : 'fieldsToExclude')),
    );
    const rows =
      include === 'specifiedFields'
        ? `previous.map(item => item.pick(${names}))`
        : include === 'allFieldsExcept'
          ? `previous.map(item => item.omit(${names}))`
          : 'previous';
    return chainOf([listNode(context, `\${= [{ ${JSON.stringify(name)}: ${rows} }] }`)]);
  }
  const isMerged = raw('options', 'mergeLists') === true;
  const keepsMissing = raw('options', 'keepMissing') === true;
  const listed = objectsIn(raw('fieldsToAggregate', 'fieldToAggregate'));
  const entries = listed.flatMap(({ fieldToAggregate: field, renameField, outputFieldName }) => {
    if (typeof field !== 'string' || field === '') return [];
    const path = stepsOfName(field.replace(/^=/, ''));
    const name =
      renameField === true && typeof outputFieldName === 'string'
        ? outputFieldName
        : (path.at(-1) ?? '');
    const value = `item${pathText(field.replace(/^=/, ''))}`;
    const values = `previous.map(item => ${value} ?? null)`;
    const present = keepsMissing ? values : `${values}.filter(value => value != null)`;
    return [`${JSON.stringify(name)}: ${isMerged ? `${present}.flat()` : present}`];
  });
  return chainOf([listNode(context, `\${= [{ ${entries.join(', ')} }] }`)]);
}

const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['count', 'length'],
  ['sum', 'sum()'],
  ['min', 'min()'],
  ['max', 'max()'],
  ['average', 'average()'],
]);

function convertSummarize(context: NodeContext): Piece {
  const { raw, choice } = context;
  const split = namesOf(raw('fieldsToSplitBy'));
  const fields = objectsIn(raw('fieldsToSummarize', 'values')).flatMap((entry) => {
    const { field, aggregation = 'count' } = entry;
    if (typeof field !== 'string' || typeof aggregation !== 'string') return [];
    return [
      `${JSON.stringify(`${PREFIXES.get(aggregation) ?? aggregation}_${field}`)}: ${summaryText(aggregation, field, entry)}`,
    ];
  });
  const keys = split.map(
    (name) => `${JSON.stringify(name)}: rows[0][${JSON.stringify(name)}] ?? null`,
  );
  const row = `({ ${[...fields, ...keys].join(', ')} })`;
  const groups =
    split.length === 0
      ? '[previous]'
      : `previous.groupBy(item => [${split.map((name) => `item[${JSON.stringify(name)}] ?? null`).join(', ')}]).values()`;
  const rows = `${groups}.map(rows => ${row})`;
  const isSingle =
    choice(['options', 'outputFormat'], 'separateItems') === 'singleItem' && split.length > 0;
  return chainOf([listNode(context, `\${= ${isSingle ? `[{ data: ${rows} }]` : rows} }`)]);
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['append', 'appended'],
  ['concatenate', 'concatenated'],
  ['countUnique', 'unique_count'],
]);

function summaryText(
  aggregation: string,
  field: string,
  entry: { readonly [key: string]: Json },
): string {
  const values = `rows.map(item => item[${JSON.stringify(field)}] ?? null).filter(value => value != null)`;
  const call = FUNCTIONS.get(aggregation);
  if (call !== undefined) return `${values}.${call}`;
  if (aggregation === 'countUnique') return `${values}.unique().length`;
  if (aggregation === 'append') return values;
  const written = entry['separateBy'] ?? ',';
  const custom = entry['customSeparator'];
  const separator =
    written === 'other'
      ? typeof custom === 'string'
        ? custom
        : ','
      : plainText(written, ',').replaceAll(String.raw`\n`, '\n');
  return `${values}.join(${JSON.stringify(separator)})`;
}

function convertRename(context: NodeContext): Piece {
  const { raw, lose, node } = context;
  const pairs = objectsIn(raw('keys', 'key')).flatMap(({ currentKey, newKey }) =>
    typeof currentKey === 'string' &&
    typeof newKey === 'string' &&
    currentKey !== '' &&
    newKey !== ''
      ? [[currentKey.replace(/^=/, ''), newKey.replace(/^=/, '')] as const]
      : [],
  );
  if (objectsIn(raw('additionalOptions', 'regexReplacement', 'replacements')).length > 0) {
    lose({
      kind: 'setting',
      message: `"${node.name}" also renames keys by patterns.`,
      hint: 'Write it as an expression: item.entries().map(…) and fromEntries(…).',
    });
  }
  if (pairs.length === 0) return chainOf([listNode(context, context.items)]);
  if (pairs.some(([from, to]) => from.includes('.') || to.includes('.'))) {
    const values = pairs.map(([from, to]) => ({
      name: to,
      type: 'any',
      value: `={{ $json.${from} }}`,
    }));
    return fieldsByCode(context, values, 'all');
  }
  return chainOf([stepsNode(context, [{ op: 'rename', fields: Object.fromEntries(pairs) }])]);
}
