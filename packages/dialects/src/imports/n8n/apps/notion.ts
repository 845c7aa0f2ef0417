// Notion: pages of databases, and blocks
import { isObject, type Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { isJsonList } from '../../draft/is-json-list.ts';
import { address, chosen, isMissing, setsOnly, type App, type AppRequest } from './app-request.ts';
import { notionFilter } from './notion-filter.ts';

const API = 'https://api.notion.com/v1/';
const headers = { 'Notion-Version': '2022-06-28' };

/** A page as n8n shows it: its title, and each property under a name of its own. */
const SIMPLE = String.raw`const text = (list) => (list ?? []).map((part) => part.plain_text).join('');
const plain = (property) => {
  const value = property[property.type];
  switch (property.type) {
    case 'title':
    case 'rich_text':
      return text(value);
    case 'select':
    case 'status':
      return value?.name ?? null;
    case 'multi_select':
      return value.map((option) => option.name);
    case 'people':
      return value.map((person) => person.person?.email ?? person.id);
    case 'relation':
      return value.map((page) => page.id);
    case 'formula':
      return value[value.type];
    case 'files':
      return value.map((file) => file[file.type]?.url ?? file.name);
    default:
      return value ?? null;
  }
};
const word = (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_+|_+$/g, '');
const simple = (page) => {
  if (page.object !== 'page') return page;
  const all = Object.entries(page.properties ?? {});
  const title = all.find(([, property]) => property.type === 'title');
  const named = all.map(([name, property]) => ['property_' + word(name), plain(property)]);
  return { id: page.id, name: title === undefined ? '' : plain(title[1]), url: page.url ?? '', ...Object.fromEntries(named) };
};
return Array.isArray(item) ? item.map(simple) : simple(item);`;

const TEXTS = ['url', 'email', 'phone_number'];

/** The value of a property in Notion's form; undefined for a type that is not said here. */
function propertyOf(
  context: NodeContext,
  property: { readonly [key: string]: Json },
  type: string,
): Json | undefined {
  const { template } = context;
  const held = (...keys: readonly string[]): Json => {
    const key = keys.find((each) => property[each] !== undefined);
    return template(key === undefined ? '' : property[key]);
  };
  const parts = (value: Json): Json => [{ type: 'text', text: { content: value } }];
  switch (type) {
    case 'title':
      return { title: parts(held('title')) };
    case 'rich_text':
      return property['richText'] === true ? undefined : { rich_text: parts(held('textContent')) };
    case 'number':
      return { number: held('numberValue') };
    case 'checkbox':
      return { checkbox: template(property['checkboxValue'] ?? false) };
    case 'select':
      return { select: { name: held('selectValue') } };
    case 'status':
      return { status: { name: held('statusValue') } };
    case 'date':
      return property['range'] === true ? undefined : { date: { start: held('date') } };
    default: {
      const names: Readonly<Record<string, string>> = {
        url: 'urlValue',
        email: 'emailValue',
        phone_number: 'phoneValue',
      };
      return TEXTS.includes(type) ? { [type]: held(names[type] ?? '', type) } : undefined;
    }
  }
}

/** All properties that the node sets; null if one of them cannot be said. */
function propertiesOf(context: NodeContext): { readonly [name: string]: Json } | null {
  const values = context.raw('propertiesUi', 'propertyValues');
  const made: { [name: string]: Json } = {};
  for (const each of (isJsonList(values) ? values : []).filter(isObject)) {
    const [, name = '', type = ''] =
      /^(.*)\|([a-z_]+)$/s.exec(typeof each['key'] === 'string' ? each['key'] : '') ?? [];
    const value = name === '' || name.startsWith('=') ? undefined : propertyOf(context, each, type);
    if (value === undefined) return null;
    made[name] = value;
  }
  return made;
}

/** n8n shows pages in its own short form unless the node says otherwise. */
function shown({ raw }: NodeContext, config: AppRequest['config']): AppRequest {
  return raw('simple') === false ? { config } : { config, read: SIMPLE };
}

function create(context: NodeContext): AppRequest | null {
  const database = chosen(context.raw('databaseId'));
  const properties = propertiesOf(context);
  if (isMissing(database) || properties === null) return null;
  if (!setsOnly(context, ['databaseId', 'propertiesUi', 'simple'])) return null;
  const json = { parent: { database_id: context.template(database) }, properties };
  return shown(context, { url: `${API}pages`, method: 'POST', headers, body: { json } });
}

function update(context: NodeContext): AppRequest | null {
  const page = chosen(context.raw('pageId'));
  const properties = propertiesOf(context);
  if (isMissing(page) || properties === null) return null;
  if (!setsOnly(context, ['pageId', 'propertiesUi', 'simple'])) return null;
  const url = address(context, `${API}pages/`, { value: page });
  return shown(context, { url, method: 'PATCH', headers, body: { json: { properties } } });
}

function getPage(context: NodeContext): AppRequest | null {
  const page = chosen(context.raw('pageId'));
  if (isMissing(page) || !setsOnly(context, ['pageId', 'simple'])) return null;
  return shown(context, {
    url: address(context, `${API}pages/`, { value: page }),
    method: 'GET',
    headers,
  });
}

function getPages(context: NodeContext): AppRequest | null {
  const { raw } = context;
  const database = chosen(raw('databaseId'));
  const filter = notionFilter(context);
  if (isMissing(database) || filter === null) return null;
  const filters = ['filterType', 'filters', 'filterJson', 'matchType'];
  if (!setsOnly(context, ['databaseId', 'returnAll', 'limit', 'simple', ...filters])) return null;
  const url = address(context, `${API}databases/`, { value: database }, '/query');
  const limit = raw('limit');
  const most =
    raw('returnAll') === true
      ? 10_000
      : typeof limit === 'number' && limit >= 1
        ? Math.trunc(limit)
        : 50;
  const size = Math.min(most, 100);
  const pagination = {
    cursor: { path: 'next_cursor', param: 'start_cursor', in: 'body' },
    items: 'results',
    itemsMax: most,
  };
  return shown(context, {
    url,
    method: 'POST',
    headers,
    body: {
      json: filter === undefined ? { page_size: size } : { page_size: size, filter },
    },
    pagination,
  });
}

function getBlocks(context: NodeContext): AppRequest | null {
  const { raw } = context;
  const block = chosen(raw('blockId'));
  if (isMissing(block) || !setsOnly(context, ['blockId', 'returnAll', 'limit'])) return null;
  const url = address(context, `${API}blocks/`, { value: block }, '/children');
  const limit = raw('limit');
  const most =
    raw('returnAll') === true
      ? 10_000
      : typeof limit === 'number' && limit >= 1
        ? Math.trunc(limit)
        : 50;
  const pagination = {
    cursor: { path: 'next_cursor', param: 'start_cursor' },
    items: 'results',
    itemsMax: most,
  };
  return {
    config: { url, method: 'GET', headers, pagination },
    result: 'previous.flatMap(entry => list(entry))',
  };
}

export const notion: App = {
  title: 'Notion',
  hosts: ['api.notion.com'],
  credential: ({ choice }) =>
    choice(['authentication'], '') === 'oAuth2' ? 'notionOAuth2Api' : 'notionApi',
  resource: 'page',
  defaults: { databasePage: 'create', page: 'create', block: 'append', database: 'get' },
  operations: {
    'databasePage/create': create,
    'databasePage/update': update,
    'databasePage/get': getPage,
    'databasePage/getAll': getPages,
    'block/getAll': getBlocks,
  },
};
