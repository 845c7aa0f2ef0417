// The operations of an OpenAPI document
// Each becomes a tool: its parameters are the arguments, a JSON body is the argument `body`. An operation that cannot be called so is
// left out, with the reason.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { collectParts, resolveReference } from './convert-schema.ts';

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for its arguments. */
  readonly path: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  readonly hasBody: boolean;
}

export interface ReadOperations {
  readonly operations: readonly Operation[];
  readonly skipped: readonly { readonly operation: string; readonly why: string }[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const operationsMax = 1_000;

export function readOperations(document: JsonObject): ReadOperations {
  const operations: Operation[] = [];
  const skipped: { operation: string; why: string }[] = [];
  const paths = ownValue(document, 'paths');
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    for (const method of methods) {
      const operation = isObject(item) ? ownValue(item, method) : undefined;
      if (!isObject(item) || !isObject(operation)) continue;
      const label = `${method.toUpperCase()} ${path}`;
      try {
        if (operations.length >= operationsMax)
          throw new Error(`there are more than ${operationsMax}`);
        operations.push(readOperation(document, { path, method, item, operation }));
      } catch (error) {
        skipped.push({
          operation: label,
          why: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }
  return { operations, skipped };
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

function readOperation(document: JsonObject, { path, method, item, operation }: Place): Operation {
  // After the address of the server, anything else could name another host.
  if (!path.startsWith('/')) throw new Error('its path does not begin with a slash');
  const { convert, parts } = collectParts(document);
  const properties: { [name: string]: Json } = {};
  const required: string[] = [];
  const places = { path: [], query: [], header: [] } as Record<string, string[]>;
  for (const parameter of parametersOf(document, item, operation)) {
    const name = ownValue(parameter, 'name');
    const place = ownValue(parameter, 'in');
    if (typeof name !== 'string' || typeof place !== 'string' || !Object.hasOwn(places, place))
      continue;
    const isNeeded = place === 'path' || ownValue(parameter, 'required') === true;
    places[place]?.push(name);
    setOwn(
      properties,
      name,
      withDescription(convert(ownValue(parameter, 'schema') ?? {}), parameter),
    );
    if (isNeeded) required.push(name);
  }
  const body = bodyOf(document, operation);
  if (body !== undefined) {
    setOwn(properties, 'body', convert(body.schema));
    if (body.isRequired) required.push('body');
  }
  const id = ownValue(operation, 'operationId');
  return {
    id:
      typeof id === 'string' && id !== ''
        ? id
        : `${method}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    method: method.toUpperCase(),
    path,
    description: descriptionOf(operation),
    parameters: {
      type: 'object',
      properties,
      required,
      additionalProperties: false,
      ...(Object.keys(parts).length > 0 && { $defs: parts }),
    },
    query: places['query'] ?? [],
    headers: places['header'] ?? [],
    hasBody: body !== undefined,
  };
}

/** Those of the operation come before those of its path, where both have one. */
function parametersOf(
  document: JsonObject,
  item: JsonObject,
  operation: JsonObject,
): readonly JsonObject[] {
  const byPlace = new Map<string, JsonObject>();
  for (const holder of [item, operation]) {
    const listed = ownValue(holder, 'parameters');
    for (const given of Array.isArray(listed) ? listed : []) {
      const parameter = followed(document, given);
      byPlace.set(JSON.stringify([parameter['in'], parameter['name']]), parameter);
    }
  }
  return [...byPlace.values()];
}

function bodyOf(
  document: JsonObject,
  operation: JsonObject,
): { readonly schema: Json; readonly isRequired: boolean } | undefined {
  const given = ownValue(operation, 'requestBody');
  if (given === undefined) return undefined;
  const body = followed(document, given);
  const content = ownValue(body, 'content');
  const types = isObject(content) ? Object.entries(content) : [];
  const json = types.find(([type]) => /[/+]json\b/.test(type));
  if (json === undefined) throw new Error('its body is not JSON');
  const schema = isObject(json[1]) ? (ownValue(json[1], 'schema') ?? {}) : {};
  return { schema, isRequired: ownValue(body, 'required') === true };
}

function followed(document: JsonObject, given: Json): JsonObject {
  const reference = isObject(given) ? ownValue(given, '$ref') : undefined;
  const found = typeof reference === 'string' ? resolveReference(document, reference) : given;
  return isObject(found) ? found : {};
}

function withDescription(schema: Json, parameter: JsonObject): Json {
  const description = ownValue(parameter, 'description');
  if (typeof description !== 'string' || !isObject(schema)) return schema;
  return { description, ...schema };
}

function descriptionOf(operation: JsonObject): string {
  const texts = [ownValue(operation, 'summary'), ownValue(operation, 'description')];
  const said = texts.flatMap((text) => (typeof text === 'string' && text !== '' ? [text] : []));
  return said.join('. ').slice(0, 2_000);
}
