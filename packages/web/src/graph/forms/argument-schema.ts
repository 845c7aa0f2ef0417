// The schema of a form for arguments
// Each value may also be a reference or an expression, which only a run fills; so numbers and switches take text too. Defaults are said,
// not written: what is left empty stays away.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { listAt, objectAt } from '../own-keys.ts';
import { toFormSchema } from './config-schema.ts';

/** Null for a schema without fields. */
export function argumentSchema(given: Json | undefined): JsonObject | null {
  if (!isObject(given) || Object.keys(objectAt(given, 'properties')).length === 0) return null;
  const open = openSchema(toFormSchema(given));
  const { title: _, description: __, ...rest } = open;
  return { ...rest, title: '' };
}

function openSchema(schema: JsonObject): JsonObject {
  const result: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'default' || key === 'additionalProperties' || key === 'const') continue;
    setOwn(result, key, value);
  }
  const properties = ownValue(schema, 'properties');
  if (isObject(properties)) result['properties'] = eachOpen(properties);
  const type = ownValue(schema, 'type');
  if (isOpened(type)) result['type'] = [type, 'string'];
  const said = ownValue(schema, 'default');
  if (said !== undefined) result['description'] = withDefault(schema, said);
  return result;
}

function eachOpen(properties: JsonObject): JsonObject {
  const opened: { [key: string]: Json } = {};
  for (const [key, child] of Object.entries(properties))
    setOwn(opened, key, isObject(child) ? openSchema(child) : child);
  return opened;
}

const computed: ReadonlySet<Json> = new Set(['number', 'integer', 'boolean', 'array']);

function isOpened(type: Json | undefined): type is string {
  return typeof type === 'string' && computed.has(type);
}

function withDefault(schema: JsonObject, said: Json): string {
  const text = ownValue(schema, 'description');
  const words = typeof said === 'string' ? said : JSON.stringify(said);
  const before = typeof text === 'string' && text !== '' ? `${text} ` : '';
  return `${before}Default: ${words}.`;
}

/** Whether a value is filled only in a run, so that nothing can be said about it before. */
function isReferring(value: Json): boolean {
  return typeof value === 'string' && value.includes('${');
}

/** Without what is not known yet; its place still counts as filled. */
export function checkedPart(schema: JsonObject, value: Json): JsonObject {
  const given = isObject(value) ? value : {};
  const referring = new Set(Object.keys(given).filter((key) => isReferring(given[key] ?? null)));
  const properties = Object.entries(objectAt(schema, 'properties')).filter(
    ([key]) => !referring.has(key),
  );
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: listAt(schema, 'required').filter(
      (key) => typeof key !== 'string' || !referring.has(key),
    ),
  };
}
