// Types as text
// What is known about a value, as a TypeScript type: its schema says what it may be, a value of the last run what it was. Values are
// examples: null tells nothing about what else could be there, and a field that some items lack is optional.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, textAt } from '../own-keys.ts';

const depthMax = 8;
const fieldsMax = 100;
const itemsMax = 50;
const word = /^[A-Za-z_$][\w$]*$/;

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isOptional?: boolean;
  readonly description?: string;
}

/** An object type with these fields. */
export function objectType(fields: readonly Field[]): string {
  if (fields.length === 0) return '{}';
  return `{ ${fields.map(fieldText).join('; ')} }`;
}

function fieldText({ name, type, isOptional = false, description = '' }: Field): string {
  const key = word.test(name) ? name : JSON.stringify(name);
  return `${commentOf(description)}${key}${isOptional ? '?' : ''}: ${type}`;
}

/** Whatever it says stays a comment. */
export function commentOf(text: string): string {
  return text === '' ? '' : `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */ `;
}

/** What all of these are. */
export function typeOfValues(values: readonly Json[], depth = 0): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || depth > depthMax) return 'any';
  const lists = known.filter((value) => Array.isArray(value));
  const objects = known.filter(isObject);
  const plain = known.filter((value) => typeof value !== 'object').map((value) => typeof value);
  const types = new Set<string>(plain);
  if (lists.length > 0) types.add(listType(typeOfValues(sampleOf(lists), depth + 1)));
  if (objects.length > 0) types.add(typeOfObjects(objects, depth));
  if (known.length < values.length) types.add('null');
  return [...types].join(' | ');
}

function sampleOf(lists: readonly (readonly Json[])[]): readonly Json[] {
  return lists.flatMap((list) => list.slice(0, itemsMax)).slice(0, itemsMax);
}

function listType(item: string): string {
  return `Array<${item}>`;
}

function typeOfObjects(objects: readonly JsonObject[], depth: number): string {
  const names = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  const fields = names.slice(0, fieldsMax).map((name): Field => {
    const having = objects.filter((each) => Object.hasOwn(each, name));
    const type = typeOfValues(
      having.map((each) => ownValue(each, name) ?? null),
      depth + 1,
    );
    return { name, type, isOptional: having.length < objects.length };
  });
  // More than can be listed: any name may be there.
  return names.length > fieldsMax ? 'Record<string, any>' : objectType(fields);
}

/** What fits a JSON schema; what it leaves open, and what cannot be said as a type, is `any`. */
export function typeOfSchema(schema: Json): string {
  return typeIn({ root: schema, left: schemasMax }, schema, 0);
}

/** References may repeat a part any number of times, so the parts are counted. */
interface Reading {
  readonly root: Json;
  left: number;
}

const schemasMax = 1000;

function typeIn(reading: Reading, schema: Json, depth: number): string {
  if (!isObject(schema) || depth > depthMax || reading.left <= 0) return 'any';
  reading.left--;
  const inner = (each: Json) => typeIn(reading, each, depth + 1);
  const target = referred(schema, reading.root);
  if (target !== null) return inner(target);
  const constant = ownValue(schema, 'const');
  if (constant !== undefined) return literalType(constant);
  const choices = listAt(schema, 'enum');
  if (choices.length > 0) return unionOf(choices.map(literalType));
  const alternatives = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')];
  if (alternatives.length > 0) return unionOf(alternatives.map(inner));
  const all = listAt(schema, 'allOf');
  if (all.length > 0) return all.map((each) => `(${inner(each)})`).join(' & ');
  const type = ownValue(schema, 'type');
  const types: readonly Json[] = Array.isArray(type) ? type : [type ?? guessed(schema)];
  return unionOf(types.map((each) => typeNamed(each, schema, inner)));
}

/** A schema without a type that describes fields is one of objects. */
function guessed(schema: JsonObject): Json {
  if (Object.hasOwn(schema, 'properties')) return 'object';
  return Object.hasOwn(schema, 'items') ? 'array' : null;
}

const plainTypes: ReadonlyMap<Json, string> = new Map([
  ['string', 'string'],
  ['boolean', 'boolean'],
  ['number', 'number'],
  ['integer', 'number'],
  ['null', 'null'],
]);

function typeNamed(type: Json, schema: JsonObject, inner: (schema: Json) => string): string {
  if (type === 'array') return listType(inner(ownValue(schema, 'items') ?? null));
  if (type === 'object') return typeOfFields(schema, inner);
  return plainTypes.get(type) ?? 'any';
}

function typeOfFields(schema: JsonObject, inner: (schema: Json) => string): string {
  const required = new Set(listAt(schema, 'required'));
  const fields = Object.entries(objectAt(schema, 'properties')).map(([name, field]): Field => ({
    name,
    type: inner(field),
    isOptional: !required.has(name),
    description: isObject(field) ? textAt(field, 'description') : '',
  }));
  const others = ownValue(schema, 'additionalProperties');
  const open = others === undefined || others === false ? null : inner(others);
  if (fields.length === 0) return others === false ? '{}' : `Record<string, ${open ?? 'any'}>`;
  // The listed fields must fit what any other may be.
  return open === null ? objectType(fields) : `${objectType(fields)} & Record<string, any>`;
}

function literalType(value: Json): string {
  return value !== null && typeof value === 'object'
    ? typeOfValues([value])
    : JSON.stringify(value);
}

function unionOf(types: readonly string[]): string {
  const own = [...new Set(types)];
  return own.includes('any') ? 'any' : own.join(' | ');
}

/** What `$ref` names, if it is in the schema itself; null if there is no `$ref`. */
function referred(schema: JsonObject, root: Json): Json | null {
  const reference = textAt(schema, '$ref');
  if (reference === '') return null;
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return {};
  let at: Json = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) ? (ownValue(at, key) ?? null) : null;
  }
  return at ?? {};
}
