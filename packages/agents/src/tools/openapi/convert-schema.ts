// Schemas of OpenAPI as plain JSON schemas
// Notation of 3.0 is converted to JSON schema; references into the document become references into the schema itself,
// with the parts that they lead to.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';

const depthMax = 60;
const partsMax = 200;
const dropped = new Set([
  'example',
  'examples',
  'discriminator',
  'xml',
  'externalDocs',
  'nullable',
]);

export interface SchemaParts {
  /** The schema with its references rewritten. */
  readonly convert: (schema: Json) => Json;
  /** What they lead to, by name. */
  readonly parts: Readonly<Record<string, Json>>;
}

export function collectParts(document: JsonObject): SchemaParts {
  const parts: { [name: string]: Json } = {};
  const names = new Map<string, string>();
  const partOf = (reference: string): string => {
    const known = names.get(reference);
    if (known !== undefined) return known;
    if (names.size >= partsMax)
      throw new Error(`more than ${partsMax} schemas are needed for one operation`);
    const name = `${(reference.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_]/g, '_')}_${names.size}`;
    names.set(reference, name);
    setOwn(parts, name, convert(resolveReference(document, reference), 0));
    return name;
  };
  const convert = (schema: Json, depth: number): Json => {
    if (depth > depthMax) throw new Error(`a schema is nested deeper than ${depthMax} levels`);
    if (Array.isArray(schema)) return schema.map((item) => convert(item, depth + 1));
    if (!isObject(schema)) return schema;
    const reference = ownValue(schema, '$ref');
    if (typeof reference === 'string') return { $ref: `#/$defs/${partOf(reference)}` };
    const converted: { [key: string]: Json } = {};
    for (const [key, value] of Object.entries(schema)) {
      if (!dropped.has(key)) setOwn(converted, key, convert(value, depth + 1));
    }
    moveBounds(converted);
    return ownValue(schema, 'nullable') === true
      ? { anyOf: [converted, { type: 'null' }] }
      : converted;
  };
  return { convert: (schema) => convert(schema, 0), parts };
}

/** In 3.0 `exclusiveMinimum` is a boolean beside `minimum`. */
function moveBounds(schema: { [key: string]: Json }): void {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    const value = schema[bound];
    if (schema[exclusive] && value !== undefined) {
      schema[exclusive] = value;
      delete schema[bound];
    } else delete schema[exclusive];
  }
}

/** What a reference inside the document leads to. References out of it are not followed. */
export function resolveReference(document: JsonObject, reference: string): Json {
  if (!reference.startsWith('#/'))
    throw new Error(`the reference ${reference} leads out of the document`);
  let found: Json | undefined = document;
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) ? ownValue(found, key) : undefined;
  }
  if (found === undefined) throw new Error(`the reference ${reference} leads nowhere`);
  return found;
}
