// What is known about a value before it is there
// From a JSON schema, from a value of an earlier run, or from both: the schema says what will come, the value what has come.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { isList, listAt, objectAt } from '../own-keys.ts';

export interface KnownShape {
  /** In words: text, number, list. */
  readonly type: string;
  readonly fields: ReadonlyMap<string, KnownShape>;
  /** Of the items of a list. */
  readonly item?: KnownShape;
}

const noFields: ReadonlyMap<string, KnownShape> = new Map();

export const unknownShape: KnownShape = { type: 'value', fields: noFields };
export const textShape: KnownShape = { type: 'text', fields: noFields };
export const numberShape: KnownShape = { type: 'number', fields: noFields };

export function recordShape(fields: { readonly [key: string]: KnownShape }): KnownShape {
  return { type: 'object', fields: new Map(Object.entries(fields)) };
}

export function listShape(item: KnownShape): KnownShape {
  return { type: 'list', fields: noFields, item };
}

const typeWords: ReadonlyMap<Json | undefined, string> = new Map([
  ['string', 'text'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'yes or no'],
  ['array', 'list'],
  ['object', 'object'],
  ['null', 'null'],
]);

/** Schemas may be nested for ever, by hand or by a server; a picker is not. */
const depthMax = 6;

export function shapeOfSchema(schema: Json | undefined, depth = 0): KnownShape {
  if (!isObject(schema) || depth > depthMax) return unknownShape;
  const alternative = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')].find(
    (each) => isObject(each) && ownValue(each, 'type') !== 'null',
  );
  if (ownValue(schema, 'type') === undefined && alternative !== undefined)
    return shapeOfSchema(alternative, depth + 1);
  const fields = Object.entries(objectAt(schema, 'properties')).map(
    ([key, child]) => [key, shapeOfSchema(child, depth + 1)] as const,
  );
  const word = typeWord(schema, fields.length > 0);
  if (word !== 'list') return { type: word, fields: new Map(fields) };
  return listShape(shapeOfSchema(ownValue(schema, 'items'), depth + 1));
}

function typeWord(schema: JsonObject, hasFields: boolean): string {
  const given = ownValue(schema, 'type');
  const type = isList(given) ? given.find((each) => each !== 'null') : given;
  if (type === undefined && Array.isArray(ownValue(schema, 'enum'))) return 'text';
  return typeWords.get(type) ?? (hasFields ? 'object' : 'value');
}

export function shapeOfValue(value: Json | undefined, depth = 0): KnownShape {
  const type = typeof value === 'boolean' ? 'yes or no' : typeName(value);
  if (depth > depthMax) return { type, fields: noFields };
  if (isList(value)) {
    const [first] = value;
    return first === undefined
      ? { type, fields: noFields }
      : listShape(shapeOfValue(first, depth + 1));
  }
  if (!isObject(value)) return { type, fields: noFields };
  const fields = Object.entries(value).map(
    ([key, child]) => [key, shapeOfValue(child, depth + 1)] as const,
  );
  return { type, fields: new Map(fields) };
}

/** What either of them knows; of two types the first one that says something. */
export function mergedShape(one: KnownShape, other: KnownShape): KnownShape {
  const fields = new Map(one.fields);
  for (const [key, shape] of other.fields) {
    const known = fields.get(key);
    fields.set(key, known === undefined ? shape : mergedShape(known, shape));
  }
  const says = one.type === 'value' || one.type === 'null' ? other.type : one.type;
  const type = says === 'value' && fields.size > 0 ? 'object' : says;
  const item =
    one.item === undefined || other.item === undefined
      ? (one.item ?? other.item)
      : mergedShape(one.item, other.item);
  return item === undefined ? { type, fields } : { type, fields, item };
}

/** The part that a path leads to. */
export function shapeAt(shape: KnownShape, path: readonly (string | number)[]): KnownShape {
  let found = shape;
  for (const part of path)
    found = (typeof part === 'number' ? found.item : found.fields.get(part)) ?? unknownShape;
  return found;
}

export function typeName(value: Json | undefined): string {
  if (value === undefined) return 'value';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}
