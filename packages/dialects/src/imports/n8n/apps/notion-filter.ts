// Filters of a database of Notion
// As n8n writes them: conditions on properties, all of which or one of which must hold, or the JSON of the API itself.
import { isObject, type Json } from '@skein/kernel';
import { isJsonList } from '../../draft/is-json-list.ts';
import type { NodeContext } from '../context/node-context.ts';
import { jsonTemplate } from '../context/json-template.ts';

/** The filter of the request; undefined: there is none; null: one that is not said here. */
export function notionFilter(context: NodeContext): Json | undefined {
  const { choice, raw } = context;
  switch (choice(['filterType'], 'none')) {
    case 'none':
      return undefined;
    case 'json':
      return jsonTemplate(context, raw('filterJson') ?? '{}');
    case 'manual': {
      const given = raw('filters', 'conditions');
      const conditions = (isJsonList(given) ? given : []).map((each) => conditionOf(context, each));
      if (conditions.length === 0) return undefined;
      if (conditions.includes(null)) return null;
      return { [choice(['matchType'], 'anyFilter') === 'allFilters' ? 'and' : 'or']: conditions };
    }
    default:
      return null;
  }
}

/** Where n8n has the value to compare with, by the type of the property. */
const VALUES: ReadonlyMap<string, string> = new Map([
  ['title', 'titleValue'],
  ['rich_text', 'richTextValue'],
  ['url', 'urlValue'],
  ['email', 'emailValue'],
  ['phone_number', 'phoneNumberValue'],
  ['number', 'numberValue'],
  ['checkbox', 'checkboxValue'],
  ['select', 'selectValue'],
  ['multi_select', 'multiSelectValue'],
  ['status', 'statusValue'],
]);

function conditionOf({ template }: NodeContext, given: Json): Json {
  if (!isObject(given) || typeof given['key'] !== 'string') return null;
  const [, property = '', type = ''] = /^(.+)\|([a-z_]+)$/s.exec(given['key']) ?? [];
  const { condition } = given;
  if (property === '' || property.startsWith('=') || typeof condition !== 'string') return null;
  const said = (value: Json): Json => ({ property, [type]: { [condition]: value } });
  if (condition === 'is_empty' || condition === 'is_not_empty') return said(true);
  if (/^(?:past|next|this)_(?:week|month|year)$/.test(condition)) return said({});
  const key = VALUES.get(type);
  const value = key === undefined ? undefined : given[key];
  return value === undefined || condition.startsWith('=') ? null : said(template(value));
}
