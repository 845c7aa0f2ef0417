// Examples
// A value that matches a JSON schema: the first example in it, or a generated one, for the parts of the OpenAPI document without a
// written example.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { exampleItem, exampleRun, exampleWait } from '../schemas/examples.ts';

const depthMax = 8;

/** `parts` are the schemas that `$ref` refers to. */
export function exampleOf(schema: JsonObject, parts: JsonObject, name = '', depth = 0): Json {
  const found = resolve(schema, parts);
  const [written] = listIn(found, 'examples');
  const given = written ?? ownValue(found, 'default') ?? ownValue(found, 'const');
  if (given !== undefined) return given;
  const [choice] = listIn(found, 'enum');
  if (choice !== undefined) return choice;
  const options = [...listIn(found, 'anyOf'), ...listIn(found, 'oneOf')].filter((each) =>
    isObject(each),
  );
  const [first] = options.filter((each) => ownValue(each, 'type') !== 'null');
  if (first !== undefined) return depth > depthMax ? null : exampleOf(first, parts, name, depth);
  return ofType(found, parts, name, depth);
}

function ofType(schema: JsonObject, parts: JsonObject, name: string, depth: number): Json {
  const type = ownValue(schema, 'type');
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return objectOf(schema, parts, depth);
    case 'array': {
      const items = ownValue(schema, 'items');
      const isShown = items !== undefined && isObject(items) && depth < depthMax;
      return isShown ? [exampleOf(items, parts, name.replace(/s$/, ''), depth + 1)] : [];
    }
    case 'string':
      return textOf(schema, name);
    case 'number':
    case 'integer':
      return Math.max(1, Number(ownValue(schema, 'minimum') ?? 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'any JSON';
  }
}

function objectOf(schema: JsonObject, parts: JsonObject, depth: number): JsonObject {
  const properties = ownValue(schema, 'properties');
  if (properties === undefined || !isObject(properties) || depth > depthMax) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, property]) =>
      isObject(property) ? [[key, exampleOf(property, parts, key, depth + 1)] as const] : [],
    ),
  );
}

/** Values by the name of their field. */
const known: { readonly [name: string]: string } = {
  id: 'publish',
  workflow: 'publish',
  node: 'draft',
  name: 'Publish',
  run: exampleRun.id,
  run_id: exampleRun.id,
  instance_id: exampleRun.id,
  wait: exampleWait.id,
  user: 'ada',
  user_id: 'ada',
  version: exampleItem.version,
  model: 'scripted',
  cursor: 'WzUwXQ',
  nextCursor: 'WzUwXQ',
};

function textOf(schema: JsonObject, name: string): string {
  if (ownValue(schema, 'format') === 'date-time') return '2026-01-05T09:00:00.000Z';
  return known[name] ?? name.replaceAll('_', ' ');
}

function resolve(schema: JsonObject, parts: JsonObject): JsonObject {
  const reference = ownValue(schema, '$ref');
  if (typeof reference !== 'string') return schema;
  const part = ownValue(
    parts,
    reference.replace('#/components/schemas/', () => ''),
  );
  return part !== undefined && isObject(part) ? part : {};
}

function listIn(schema: JsonObject, key: string): readonly Json[] {
  const list = ownValue(schema, key);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
