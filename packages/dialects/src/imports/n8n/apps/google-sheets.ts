// Google Sheets: rows of a sheet, by the names in its first row
// Reading is one request. Writing reads the names of the columns first, since rows are written by place: a chain of nodes, in which everything
// that names the sheet is computed of the first item, as n8n does.
import { isObject, setOwn, type Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { isJsonList } from '../../draft/is-json-list.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import {
  address,
  chosen,
  isMissing,
  setsOnly,
  sure,
  type App,
  type AppRequest,
} from './app-request.ts';

const API = 'https://sheets.googleapis.com/v4/spreadsheets/';
/** Row numbers are counted as in the sheet; empty rows are no items. */
const READ =
  'previous.flatMap(entry => list(entry.values).slice(1).map((row, at) => merge({ row_number: at + 2 }, fromEntries(list(entry.values)[0].map((name, column) => [text(name), row.at(column) ?? ""])))).filter(row => row.omit("row_number").values().some(value => value != "")))';

/** The title of the sheet; null where only its number is known. */
function sheetOf({ raw, node }: NodeContext): Json | null {
  const value = raw('sheetName');
  if (node.version < 3 || !isObject(value)) return null;
  const cached = value['cachedResultName'];
  if (typeof cached === 'string' && cached !== '') return cached;
  const held = value['value'] ?? '';
  if (value['mode'] === 'name') return isMissing(held) ? null : held;
  return typeof held === 'string' && !isTemplate(held) && !/^(?:gid=)?\d*$/.test(held)
    ? held
    : null;
}

/** The address of a range of the sheet. */
function range(context: NodeContext, cells: string, path = ''): string | null {
  const document = chosen(context.raw('documentId'));
  const sheet = sheetOf(context);
  if (isMissing(document) || sheet === null) return null;
  const rest = cells === '' ? path : `!${cells}${path}`;
  return address(
    context,
    API,
    { value: document },
    '/values/',
    { value: quotedTitle(sheet) },
    rest,
  );
}

/** As ranges have it: in quotes. */
function quotedTitle(sheet: Json): Json {
  if (typeof sheet !== 'string') return sheet;
  return isTemplate(sheet) ? `='${sheet.slice(1)}'` : `'${sheet.replaceAll("'", "''")}'`;
}

function read(context: NodeContext): AppRequest | null {
  const url = range(context, '');
  const known = [
    'documentId',
    'sheetName',
    'filtersUI',
    'combineFilters',
    'options.returnFirstMatch',
    'options.returnAllMatches',
  ];
  if (url === null || !setsOnly(context, known)) return null;
  const result = filtered(context);
  const query = {
    valueRenderOption: 'UNFORMATTED_VALUE',
    dateTimeRenderOption: 'FORMATTED_STRING',
  };
  return result === null ? null : { config: { url, method: 'GET', query }, result };
}

/** Only rows whose cells have these values; null for what is computed of each item. */
function filtered({ raw, choice }: NodeContext): string | null {
  const values = raw('filtersUI', 'values');
  const filters = (isJsonList(values) ? values : []).filter(isObject);
  const tests = filters.map(({ lookupColumn, lookupValue }) => {
    const isFixed = typeof lookupColumn === 'string' && !isTemplate(lookupColumn);
    const isPlain = typeof lookupValue === 'string' && !isTemplate(lookupValue);
    if (!isFixed || !(isPlain || typeof lookupValue === 'number')) return null;
    return `text(row[${JSON.stringify(lookupColumn)}] ?? "") == ${JSON.stringify(String(lookupValue))}`;
  });
  if (tests.includes(null)) return null;
  const join = choice(['combineFilters'], 'AND') === 'OR' ? ' || ' : ' && ';
  const rows = tests.length === 0 ? READ : `${READ}.filter(row => ${tests.join(join)})`;
  return raw('options', 'returnFirstMatch') === true ? `${rows}.first(1)` : rows;
}

const WRITTEN = ['documentId', 'sheetName', 'columns', 'options.cellFormat', 'options.useAppend'];

/** What is written of each item: all of it, or what the node says. */
function rowOf({ raw, template, choice }: NodeContext): Json | null {
  const mode = choice(['columns', 'mappingMode'], 'defineBelow');
  if (mode === 'autoMapInputData') return '${item}';
  const values = raw('columns', 'value');
  if (mode !== 'defineBelow' || !isObject(values)) return null;
  const row: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(values)) setOwn(row, name, template(value ?? ''));
  return row;
}

/** Cells by the names of columns: what of the rows changes cells that are there, and what is added below. */
const PLAN = String.raw`const table = args.sheet[0]?.values ?? [];
const head = (table[0] ?? []).map(String);
const names = [...head];
if (args.widens)
  for (const row of args.rows)
    for (const name of Object.keys(row)) if (name !== 'row_number' && !names.includes(name)) names.push(name);
const cell = (value) => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : value);
const column = (at) => (at < 26 ? '' : column(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
const title = "'" + args.title.replaceAll("'", "''") + "'";
const lineOf = (row) => {
  if (args.key === null) return -1;
  if (args.key === 'row_number') return Number(row.row_number) - 1;
  const at = head.indexOf(args.key);
  return table.findIndex((cells, line) => line > 0 && String(cells[at] ?? '') === String(row[args.key] ?? ''));
};
const updates = [];
const added = [];
for (const row of args.rows) {
  const line = lineOf(row);
  if (!(line >= 0)) {
    if (args.adds) added.push(names.map((name) => cell(row[name])));
    continue;
  }
  for (const [name, value] of Object.entries(row)) {
    const at = names.indexOf(name);
    if (at >= 0 && name !== args.key) updates.push({ range: title + '!' + column(at) + (line + 1), values: [[cell(value)]] });
  }
}
return { names: names.length > head.length ? [names] : [], updates, added };`;

export type SheetOperation = 'append' | 'update' | 'appendOrUpdate';

/** Null where the sheet, the columns or the options cannot be said. */
export function writeRows(
  context: NodeContext,
  operation: SheetOperation,
  auth: () => NativeNode['config'],
): Piece | null {
  const { node, id } = context;
  const row = rowOf(context);
  const key = operation === 'append' ? null : keyOf(context);
  const so = range(context, operation === 'append' ? '1:1' : '');
  const sheet = sheetOf(context);
  if (row === null || key === undefined || so === null || sheet === null) return null;
  if (!setsOnly(context, WRITTEN)) return null;
  const [come = '', rows = '', read = '', plan = ''] = ['in', 'rows', 'sheet', 'plan'].map(
    context.extraId,
  );
  const first = `${come}.output.slice(0, 1)`;
  const native = (name: string, rest: Omit<NativeNode, 'name'>) => ({
    name: `${node.name}: ${name}`,
    ...rest,
  });
  const signed = auth();
  const args = {
    rows: `\${${rows}.output}`,
    sheet: `\${${read}.output}`,
    title: `\${= ${first}.map(item => text(${sure(context, sheet)}))[0] }`,
    key,
    adds: operation !== 'update',
    widens: row === '${item}',
  };
  const requests = requestsOf(context, operation).map(({ name, config }) =>
    native(`write ${name}`, {
      id: context.extraId(name),
      type: 'http',
      config: { ...config(`\${${plan}.output.${name}}`), ...signed },
      settings: { each: `\${= empty(${plan}.output.${name}) ? [] : ${first} }`, whenEmpty: 'fire' },
    }),
  );
  return chainOf([
    native('items', {
      id: come,
      type: 'transform',
      config: { value: context.items },
      settings: { whenEmpty: 'skip' },
    }),
    native('rows', {
      id: rows,
      type: 'transform',
      config: { value: row },
      settings: { each: `\${${come}.output}` },
    }),
    native('the sheet so far', {
      id: read,
      type: 'http',
      config: { url: so, method: 'GET', ...signed },
      settings: { each: `\${= ${first} }` },
    }),
    native('cells', { id: plan, type: 'code', config: { code: PLAN, args }, settings: {} }),
    ...requests,
    {
      id,
      type: 'transform',
      name: node.name,
      config: { value: `\${${rows}.output}` },
      settings: { whenEmpty: 'skip' },
    },
  ]);
}

interface SheetRequest {
  /** What of the plan it writes. */
  readonly name: 'names' | 'updates' | 'added';
  readonly config: (values: string) => NativeNode['config'];
}

/** In the order in which they are sent; each only if there is something to write. */
function requestsOf(context: NodeContext, operation: SheetOperation): readonly SheetRequest[] {
  const valueInputOption = context.choice(['options', 'cellFormat'], 'USER_ENTERED');
  const names: SheetRequest = {
    name: 'names',
    config: (values) => ({
      url: range(context, '1:1') ?? '',
      method: 'PUT',
      query: { valueInputOption },
      body: { json: { majorDimension: 'ROWS', values } },
    }),
  };
  const updates: SheetRequest = {
    name: 'updates',
    config: (data) => ({
      url: address(
        context,
        API,
        { value: chosen(context.raw('documentId')) },
        '/values:batchUpdate',
      ),
      method: 'POST',
      body: { json: { valueInputOption, data } },
    }),
  };
  const added: SheetRequest = {
    name: 'added',
    config: (values) => ({
      url: range(context, 'A1', ':append') ?? '',
      method: 'POST',
      query: { valueInputOption, insertDataOption: 'INSERT_ROWS' },
      body: { json: { majorDimension: 'ROWS', values } },
    }),
  };
  const isWide = context.choice(['columns', 'mappingMode'], '') === 'autoMapInputData';
  return [
    ...(isWide ? [names] : []),
    ...(operation === 'append' ? [] : [updates]),
    ...(operation === 'update' ? [] : [added]),
  ];
}

/** The one column by which rows are found; undefined where it is not one. */
function keyOf({ raw }: NodeContext): string | undefined {
  const names = raw('columns', 'matchingColumns');
  const [name, ...others] = isJsonList(names) ? names : [];
  return typeof name === 'string' && others.length === 0 ? name : undefined;
}

export const googleSheets: App = {
  title: 'Google Sheets',
  hosts: ['sheets.googleapis.com'],
  credential: () => 'googleSheetsOAuth2Api',
  resource: 'sheet',
  defaults: { sheet: 'read' },
  operations: { 'sheet/read': read },
};
