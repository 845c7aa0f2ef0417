// What statements of the Postgres node are made of
import { isObject, type Json } from '@skein/kernel';
import { isJsonList } from '../../draft/is-json-list.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import type { NodeContext } from '../context/node-context.ts';
import { plainText } from '../read/plain-text.ts';
import { chosen, isMissing } from './app-request.ts';
import { joined, sqlName, type HostCall, type SqlPart } from './host-call.ts';

export type Operation = (context: NodeContext) => HostCall | null;

/** Settings about connections, of which the host has its own. */
const CONNECTION = ['connectionTimeout', 'delayClosingIdleConnection', 'nodeVersion'];
export const COMMON = ['schema', 'table', ...CONNECTION.map((key) => `options.${key}`)];

export const ROWS = 'previous.flatMap(entry => entry.results[0].result.rows)';
/** n8n says so where nothing came back. */
export const ROWS_OR_DONE = `[${ROWS}].flatMap(rows => rows.length == 0 ? [{ success: true }] : rows)`;

/** Items that are sent together in one transaction are not sent so here. */
export function isForEach({ choice, raw }: NodeContext): boolean {
  return (
    choice(['options', 'queryBatching'], 'single') !== 'transaction' &&
    isFixed(raw('options', 'queryBatching'))
  );
}

export function isFixed(value: Json | undefined): boolean {
  return typeof value !== 'string' || !isTemplate(value);
}

export function tableOf({ raw, node }: NodeContext): readonly SqlPart[] | null {
  const table = chosen(raw('table'));
  if (isMissing(table)) return null;
  const schema = chosen(raw('schema'));
  const usual = isMissing(schema) ? 'public' : schema;
  return node.version < 2 && isMissing(schema)
    ? sqlName(table)
    : [...sqlName(usual), '.', ...sqlName(table)];
}

/** Columns and their values, as the node defines them. */
export type Columns = readonly (readonly [column: string, value: Json])[];

export function columnsOf({ raw, choice, node }: NodeContext): Columns | null {
  if (node.version < 2) {
    const names = raw('columns');
    if (typeof names !== 'string' || isTemplate(names)) return null;
    const listed = names.split(',').map((name) => name.trim());
    return listed
      .filter((name) => name !== '')
      .map((name) => [name, `={{ $json[${JSON.stringify(name)}] }}`]);
  }
  if (node.version < 2.2) {
    if (choice(['dataMode'], 'defineBelow') !== 'defineBelow') return null;
    const sent = raw('valuesToSend', 'values');
    if (!isJsonList(sent)) return null;
    return sent
      .filter(isObject)
      .map(({ column, value }) => [plainText(chosen(column)), value ?? null]);
  }
  const values = raw('columns', 'value');
  if (choice(['columns', 'mappingMode'], 'defineBelow') !== 'defineBelow' || !isObject(values))
    return null;
  return Object.entries(values);
}

export function matchingOf({ raw, node }: NodeContext): readonly string[] {
  if (node.version < 2) {
    const key = raw('updateKey') ?? 'id';
    return typeof key === 'string' && !isTemplate(key)
      ? key.split(',').map((name) => name.trim())
      : [];
  }
  if (node.version < 2.2) {
    const column = chosen(raw('columnToMatchOn'));
    return typeof column === 'string' && column !== '' && !isTemplate(column) ? [column] : [];
  }
  const names = raw('columns', 'matchingColumns');
  return isJsonList(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** `*`, or the columns that are wanted. */
export function wanted({ raw, node }: NodeContext): readonly SqlPart[] | null {
  const written = raw('options', 'outputColumns') ?? raw('returnFields') ?? ['*'];
  const plain = typeof written === 'string' ? written.replace(/^=/, '').split(',') : written;
  if (!isJsonList(plain) || (node.version >= 2 && !isFixed(raw('options', 'outputColumns'))))
    return null;
  const names = plain.map((name) => plainText(name).trim()).filter((name) => name !== '');
  if (names.length === 0 || names.includes('*')) return ['*'];
  return joined(names.map(sqlName), ', ');
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['equal', '='],
  ['=', '='],
  ['!=', '!='],
  ['LIKE', 'like'],
  ['>', '>'],
  ['<', '<'],
  ['>=', '>='],
  ['<=', '<='],
]);

/** ` where …`, with its values; null where a condition is not known. */
export function whereOf({ raw, choice }: NodeContext): {
  readonly text: readonly SqlPart[];
  readonly values: readonly Json[];
} | null {
  const listed = raw('where', 'values');
  const tests = isJsonList(listed) ? listed.filter(isObject) : [];
  const values: Json[] = [];
  const written: (readonly SqlPart[])[] = [];
  for (const { column, condition = 'equal', value = '' } of tests) {
    const name = chosen(column);
    if (isMissing(name)) return null;
    const operator = OPERATORS.get(plainText(condition));
    if (condition === 'IS NULL' || condition === 'IS NOT NULL')
      written.push([...sqlName(name), ` ${condition.toLowerCase()}`]);
    else if (operator === undefined) return null;
    else written.push([...sqlName(name), ` ${operator} $${values.push(value)}`]);
  }
  if (written.length === 0) return { text: [], values };
  const between = choice(['combineConditions'], 'AND') === 'OR' ? ' or ' : ' and ';
  return { text: [' where ', ...joined(written, between)], values };
}
