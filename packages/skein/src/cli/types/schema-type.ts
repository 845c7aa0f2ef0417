// A JSON schema as a type. What a type cannot say (lengths, patterns, conditions) is left out: then the type takes more, and the engine
// still checks it.
import { isObject, ownValue, type JsonObject } from '@skein/kernel';

const depthMax = 8;
const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};
const identifier = /^[A-Za-z_$][\w$]*$/u;

export function schemaType(schema: unknown, depth = 0): string {
  if (!isObject(schema) || depth > depthMax) return 'Json';
  const { const: only, enum: choices, anyOf, oneOf, type } = schema;
  if (only !== undefined) return literal(only);
  if (Array.isArray(choices) && choices.length > 0) return union(choices.map(literal));
  for (const some of [anyOf, oneOf])
    if (Array.isArray(some) && some.length > 0)
      return union(some.map((each) => schemaType(each, depth + 1)));
  if (Array.isArray(type))
    return union(type.map((each) => schemaType({ ...schema, type: each }, depth + 1)));
  const plain = typeof type === 'string' ? plainTypes[type] : undefined;
  if (plain !== undefined) return plain;
  if (type === 'array')
    return `readonly ${wrapped(schemaType(ownValue(schema, 'items'), depth + 1))}[]`;
  const isRecord = type === 'object' || isObject(schema['properties']);
  return isRecord ? objectType(schema, depth) : 'Json';
}

function objectType(schema: JsonObject, depth: number): string {
  const { properties, required, additionalProperties: rest } = schema;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const needed = new Set(Array.isArray(required) ? required : []);
  const parts = fields.map(
    ([name, field]) =>
      `${key(name)}${needed.has(name) ? '' : '?'}: ${schemaType(field, depth + 1)}`,
  );
  // Required without a description of its own.
  for (const name of needed)
    if (typeof name === 'string' && !fields.some(([field]) => field === name))
      parts.push(`${key(name)}: Json`);
  if (parts.length > 0) return `{ ${parts.join('; ')} }`;
  if (rest === false) return 'Record<string, never>';
  return `Record<string, ${schemaType(rest, depth + 1)}>`;
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'Json' : JSON.stringify(value);
}

function key(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function wrapped(type: string): string {
  return type.includes(' | ') || type.startsWith('readonly ') ? `(${type})` : type;
}
