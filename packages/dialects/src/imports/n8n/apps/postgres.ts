// Postgres: one statement for each item, with its values beside it
// P1. As in `app-request.ts`: a node that sets what a statement does not say stays a tool to bind.
import { isObject, type Json } from '@skein/kernel';
import { isJsonList } from '../../draft/is-json-list.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chosen, setsOnly } from './app-request.ts';
import { joined, sqlName, type HostCall, type SqlPart } from './host-call.ts';
import {
  columnsOf,
  COMMON,
  isFixed,
  isForEach,
  matchingOf,
  ROWS,
  ROWS_OR_DONE,
  tableOf,
  wanted,
  whereOf,
  type Columns,
  type Operation,
} from './postgres-parts.ts';
import { executeQuery } from './postgres-query.ts';

const MAPPED = ['columns', 'columns.value', 'options.outputColumns', 'options.queryBatching'];
const OLD = [
  'dataMode',
  'valuesToSend',
  'columnToMatchOn',
  'valueToMatchOn',
  'updateKey',
  'returnFields',
];

const named = (columns: readonly string[]): readonly SqlPart[] =>
  joined(columns.map(sqlName), ', ');

/** Writing, and what is given back. */
function writing(
  context: NodeContext,
  { query, values }: { readonly query: readonly SqlPart[]; readonly values: readonly Json[] },
): HostCall | null {
  const columns = wanted(context);
  if (columns === null || !isForEach(context)) return null;
  return {
    kind: 'postgres',
    args: { values: [...values] },
    query: [...query, ' returning ', ...columns],
    result: ROWS_OR_DONE,
  };
}

const insert: Operation = (context) => {
  const table = tableOf(context);
  if (table === null) return null;
  if (!setsOnly(context, [...COMMON, ...MAPPED, ...OLD, 'options.skipOnConflict'])) return null;
  const ending = context.raw('options', 'skipOnConflict') === true ? ' on conflict do nothing' : '';
  const columns = columnsOf(context);
  if (columns === null) return wholeItem(context, table, ending);
  if (columns.length === 0) return null;
  const marks = columns.map((_, index) => `$${index + 1}`).join(', ');
  return writing(context, {
    query: [
      'insert into ',
      ...table,
      ' (',
      ...named(columns.map(([column]) => column)),
      `) values (${marks})${ending}`,
    ],
    values: columns.map(([, value]) => value),
  });
};

/** Each key of the item is a column. */
function wholeItem(
  context: NodeContext,
  table: readonly SqlPart[],
  ending: string,
): HostCall | null {
  const { raw, choice, scope } = context;
  const mode = choice(['columns', 'mappingMode'], choice(['dataMode'], ''));
  if (mode !== 'autoMapInputData' || !isFixed(raw('columns', 'mappingMode'))) return null;
  if (scope.modelArgument !== null || !table.every((part) => typeof part === 'string')) return null;
  const columns = wanted(context);
  if (columns === null || !columns.every((part) => typeof part === 'string')) return null;
  if (!isForEach(context)) return null;
  const item = `${scope.item}.omit("binary")`;
  const place = table
    .join('')
    .replaceAll(/[\\`]/g, String.raw`\$&`)
    .replaceAll('${', '\\${');
  const names = `\${${item}.keys().map(key => \`"\${key.replaceAll("\\"", "\\"\\"")}"\`).join(", ")}`;
  const marks = `\${${item}.keys().map((key, index) => \`$\${index + 1}\`).join(", ")}`;
  return {
    kind: 'postgres',
    args: {},
    native: {
      query: `\${= \`insert into ${place} (${names}) values (${marks})${ending} returning ${columns.join('')}\` }`,
      values: `\${= ${item}.values() }`,
    },
    result: ROWS_OR_DONE,
  };
}

/** What is set, and by which columns the row is found. */
function split(context: NodeContext): {
  readonly set: Columns;
  readonly matching: Columns;
} | null {
  const names = matchingOf(context);
  const columns = columnsOf(context);
  if (columns === null || names.length === 0) return null;
  const given =
    context.node.version >= 2 && context.node.version < 2.2
      ? [...columns, [names[0] ?? '', context.raw('valueToMatchOn') ?? ''] as const]
      : columns;
  const all: Columns =
    context.node.version < 2
      ? [...given, ...names.map((name) => [name, `={{ $json[${JSON.stringify(name)}] }}`] as const)]
      : given;
  const matching = names.map((name) => all.find(([column]) => column === name));
  if (!matching.every((found) => found !== undefined)) return null;
  return { set: all.filter(([column]) => !names.includes(column)), matching };
}

const equalities = (columns: Columns, from: number, between: string): readonly SqlPart[] =>
  joined(
    columns.map(([column], index) => [...sqlName(column), ` = $${from + index}`]),
    between,
  );

const update: Operation = (context) => {
  const [table, parts] = [tableOf(context), split(context)];
  if (table === null || parts === null || parts.set.length === 0) return null;
  if (!setsOnly(context, [...COMMON, ...MAPPED, ...OLD])) return null;
  const { set, matching } = parts;
  return writing(context, {
    query: [
      'update ',
      ...table,
      ' set ',
      ...equalities(set, 1, ', '),
      ' where ',
      ...equalities(matching, set.length + 1, ' and '),
    ],
    values: [...set, ...matching].map(([, value]) => value),
  });
};

const upsert: Operation = (context) => {
  const [table, parts] = [tableOf(context), split(context)];
  if (table === null || parts === null) return null;
  if (!setsOnly(context, [...COMMON, ...MAPPED, ...OLD])) return null;
  const all = [...parts.matching, ...parts.set];
  const changes = parts.set.map(([column]) => [
    ...sqlName(column),
    ' = excluded.',
    ...sqlName(column),
  ]);
  return writing(context, {
    query: [
      'insert into ',
      ...table,
      ' (',
      ...named(all.map(([column]) => column)),
      `) values (${all.map((_, index) => `$${index + 1}`).join(', ')}) on conflict (`,
      ...named(parts.matching.map(([column]) => column)),
      changes.length === 0 ? ') do nothing' : ') do update set ',
      ...joined(changes, ', '),
    ],
    values: all.map(([, value]) => value),
  });
};

const select: Operation = (context) => {
  const { raw } = context;
  const [table, where, columns] = [tableOf(context), whereOf(context), wanted(context)];
  if (table === null || where === null || columns === null || context.node.version < 2) return null;
  const known = [
    'returnAll',
    'limit',
    'where',
    'combineConditions',
    'sort',
    'options.outputColumns',
  ];
  if (!setsOnly(context, [...COMMON, ...known, 'options.queryBatching'])) return null;
  if (!isForEach(context) || !isFixed(raw('combineConditions'))) return null;
  const sorted = raw('sort', 'values');
  const order = (isJsonList(sorted) ? sorted.filter(isObject) : []).map(({ column, direction }) => [
    ...sqlName(chosen(column)),
    direction === 'DESC' ? ' desc' : ' asc',
  ]);
  const values = [...where.values];
  const limit = raw('returnAll') === true ? '' : ` limit $${values.push(raw('limit') ?? 50)}`;
  return {
    kind: 'postgres',
    args: { values },
    query: [
      'select ',
      ...columns,
      ' from ',
      ...table,
      ...where.text,
      ...(order.length === 0 ? [] : [' order by ', ...joined(order, ', ')]),
      limit,
    ],
    result: ROWS,
  };
};

const remove: Operation = (context) => {
  const { choice, raw } = context;
  const [table, where] = [tableOf(context), whereOf(context)];
  if (table === null || where === null || context.node.version < 2) return null;
  const known = ['deleteCommand', 'restartSequences', 'where', 'combineConditions'];
  if (!setsOnly(context, [...COMMON, ...known, 'options.cascade', 'options.queryBatching']))
    return null;
  if (!isForEach(context) || !isFixed(raw('deleteCommand'))) return null;
  const command = choice(['deleteCommand'], 'truncate');
  const cascade = raw('options', 'cascade') === true ? ' cascade' : '';
  const about = { kind: 'postgres', result: ROWS_OR_DONE } as const;
  if (command === 'delete') {
    if (where.text.length === 0) return null;
    const query = ['delete from ', ...table, ...where.text, ' returning *'];
    return { ...about, args: { values: [...where.values] }, query };
  }
  const restart = raw('restartSequences') === true ? ' restart identity' : '';
  const query =
    command === 'drop'
      ? ['drop table if exists ', ...table, cascade]
      : ['truncate table ', ...table, restart, cascade];
  return { ...about, args: {}, query };
};

export const postgresOperations: Readonly<Record<string, Operation>> = {
  executeQuery,
  insert,
  select,
  update,
  upsert,
  deleteTable: remove,
};
