// JSON schemas of what a model is to answer
import { isObject, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { helpersOf } from '../context/helpers-of.ts';
import type { N8nNode, N8nWorkflow } from '../read/n8n-workflow.ts';

/** The schema of the first parser, or null where it has none that can be read. */
export function parserSchema(
  workflow: N8nWorkflow,
  parsers: readonly N8nNode[],
): JsonObject | null {
  const [parser] = parsers;
  if (parser === undefined) return null;
  const { type, parameters } = parser;
  if (type.endsWith('AutoFixing') || type.endsWith('Autofixing')) {
    return parserSchema(workflow, helpersOf(workflow, parser).parsers);
  }
  if (type.endsWith('ItemList')) return listSchema;
  return schemaOfParameters(parameters);
}

const listSchema: JsonObject = {
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'string' } } },
  required: ['items'],
};

/** As parsers and extractors write it: an example, or a schema. */
export function schemaOfParameters(parameters: JsonObject): JsonObject | null {
  const isManual =
    parameters['schemaType'] === 'manual' ||
    (parameters['inputSchema'] !== undefined && parameters['jsonSchemaExample'] === undefined);
  if (isManual || typeof parameters['jsonSchema'] === 'string') {
    const schema = parsed(parameters['inputSchema'] ?? parameters['jsonSchema']);
    return isObject(schema) ? plainSchema(schema) : null;
  }
  const example = parsed(parameters['jsonSchemaExample'] ?? parameters['jsonSchema']);
  return example === undefined ? null : asObject(exampleSchema(example));
}

function asObject(schema: Json): JsonObject | null {
  return isObject(schema) ? schema : null;
}

function parsed(text: Json | undefined): Json | undefined {
  if (typeof text !== 'string') return isObject(text) ? text : undefined;
  try {
    return JSON.parse(text.replace(/^=/, '')) as Json; // What JSON.parse gives is JSON.
  } catch {
    return undefined;
  }
}

/** Everything that an example shows must be there. */
function exampleSchema(example: Json): Json {
  if (Array.isArray(example)) {
    const [first] = example;
    return first === undefined ? { type: 'array' } : { type: 'array', items: exampleSchema(first) };
  }
  if (isObject(example)) {
    const properties = Object.fromEntries(
      Object.entries(example).map(([key, value]) => [key, exampleSchema(value)]),
    );
    return { type: 'object', properties, required: Object.keys(example) };
  }
  if (example === null) return {};
  if (typeof example === 'string' && example !== '')
    return { type: 'string', description: `For example: ${example}` };
  return { type: typeof example };
}

/** Draft markers and foreign keys are harmless; the dialect of a schema that is not known is not. */
function plainSchema(schema: JsonObject): JsonObject {
  const { $schema: _draft, ...rest } = schema;
  const plain = withTypes(rest);
  return isObject(plain) ? plain : rest;
}

/** People write null among the types, where its name belongs. */
function withTypes(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withTypes(item));
  if (!isObject(value)) return value;
  const result: { [key: string]: Json } = {};
  for (const [key, held] of Object.entries(value)) {
    const isTypes = key === 'type' && Array.isArray(held);
    const named = isTypes ? held.map((item: Json) => item ?? 'null') : withTypes(held);
    setOwn(result, key, named);
  }
  return result;
}
