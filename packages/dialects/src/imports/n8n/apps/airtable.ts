// Airtable: records of the Web API
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { isJsonList } from '../../draft/is-json-list.ts';
import { address, chosen, isMissing, setsOnly, type App, type AppRequest } from './app-request.ts';

const KNOWN = ['base', 'table', 'columns', 'options.typecast'];

/** The address of a table, or of a record in it. */
function place(context: NodeContext, record?: Json): string | null {
  const [base, table] = [chosen(context.raw('base')), chosen(context.raw('table'))];
  if (context.node.version < 2 || isMissing(base) || isMissing(table)) return null;
  const parts = ['https://api.airtable.com/v0/', { value: base }, '/', { value: table }];
  return address(context, ...parts, ...(record === undefined ? [] : ['/', { value: record }]));
}

/** What is written, without the id, which is in the address. */
function fieldsOf({ raw, template, choice }: NodeContext): Json | null {
  if (choice(['columns', 'mappingMode'], 'defineBelow') === 'autoMapInputData')
    return '${= item.omit("id") }';
  const values = raw('columns', 'value');
  if (!isObject(values)) return null;
  return template(Object.fromEntries(Object.entries(values).filter(([key]) => key !== 'id')));
}

function written(context: NodeContext, json: JsonObject): JsonObject {
  return context.raw('options', 'typecast') === true ? { ...json, typecast: true } : json;
}

function create(context: NodeContext): AppRequest | null {
  const [url, fields] = [place(context), fieldsOf(context)];
  if (!setsOnly(context, KNOWN) || url === null || fields === null) return null;
  return { config: { url, method: 'POST', body: { json: written(context, { fields }) } } };
}

function matching({ raw }: NodeContext): readonly string[] {
  const names = raw('columns', 'matchingColumns');
  return isJsonList(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** By the id of the record; other columns to match are those of an upsert. */
function update(context: NodeContext): AppRequest | null {
  const isAuto = context.choice(['columns', 'mappingMode'], '') === 'autoMapInputData';
  const id = isAuto ? '={{ $json.id }}' : (context.raw('columns', 'value', 'id') ?? '');
  const fields = fieldsOf(context);
  if (!setsOnly(context, KNOWN) || fields === null || isMissing(id)) return null;
  if (matching(context).some((name) => name !== 'id')) return null;
  const url = place(context, id);
  if (url === null) return null;
  return { config: { url, method: 'PATCH', body: { json: written(context, { fields }) } } };
}

function upsert(context: NodeContext): AppRequest | null {
  const names = matching(context);
  const [url, fields] = [place(context), fieldsOf(context)];
  if (!setsOnly(context, KNOWN) || url === null || fields === null) return null;
  if (names.length === 0 || names.includes('id')) return null;
  const json = { performUpsert: { fieldsToMergeOn: names }, records: [{ fields }] };
  return {
    config: { url, method: 'PATCH', body: { json: written(context, json) } },
    result: 'previous.flatMap(entry => entry.records)',
  };
}

const flat = (record: string) =>
  `({ id: ${record}.id, createdTime: ${record}.createdTime, ...${record}.fields })`;

function search(context: NodeContext): AppRequest | null {
  const { raw, template } = context;
  const known = ['base', 'table', 'filterByFormula', 'returnAll', 'limit', 'options.view'];
  const url = place(context);
  if (!setsOnly(context, known) || url === null) return null;
  const limit = raw('limit') ?? 100;
  const formula = raw('filterByFormula') ?? '';
  const query: { [key: string]: Json } = {};
  if (!isMissing(formula)) query['filterByFormula'] = template(formula);
  if (raw('options', 'view') !== undefined)
    query['view'] = template(chosen(raw('options', 'view')));
  if (raw('returnAll') === false) query['maxRecords'] = template(limit);
  return {
    config: {
      url,
      method: 'GET',
      query,
      pagination: { cursor: { path: 'offset', param: 'offset' }, items: 'records' },
    },
    result: `previous.flatMap(entry => list(entry).map(record => ${flat('record')}))`,
  };
}

const one =
  (method: 'GET' | 'DELETE') =>
  (context: NodeContext): AppRequest | null => {
    const id = context.raw('id') ?? '';
    const url = isMissing(id) ? null : place(context, id);
    if (!setsOnly(context, ['base', 'table', 'id']) || url === null) return null;
    const result = `previous.map(entry => ${flat('entry')})`;
    return method === 'GET' ? { config: { url, method }, result } : { config: { url, method } };
  };

export const airtable: App = {
  title: 'Airtable',
  hosts: ['api.airtable.com'],
  credential: () => 'airtableTokenApi',
  resource: 'record',
  defaults: { record: 'get' },
  operations: {
    'record/create': create,
    'record/update': update,
    'record/upsert': upsert,
    'record/search': search,
    'record/get': one('GET'),
    'record/deleteRecord': one('DELETE'),
  },
};
