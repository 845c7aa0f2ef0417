// The OpenAPI document
// Derived from the route table, so it cannot differ from what the server checks.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { exampleOf } from './example-of.ts';
import { problemStatuses, type Route } from '../routes/route.ts';
import { basePath, routes } from '../routes/routes.ts';
import { tags } from '../routes/tags.ts';
import { exampleProblems } from './example-problems.ts';
import { exampleIds } from '../schemas/examples.ts';
import { problemJson } from '../schemas/problem-json.ts';
import { largeValue } from '../schemas/run-json.ts';
import { z } from '../schemas/zod.ts';

type Draft = { [key: string]: Json };

export function openApiDocument(info: { readonly version: string }): JsonObject {
  const schemas: Draft = {};
  const paths: { [path: string]: Draft } = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = `${basePath}${route.path}`;
    const item = (paths[path] ??= {});
    item[route.method] = operation(name, route, schemas);
  }
  schemas['Problem'] = schemaOf(problemJson, 'output', schemas);
  // Events of a stream are not a body: no route refers to their schema. It has a name, by which it enters the components.
  schemaOf(largeValue, 'output', schemas);
  for (const item of Object.values(paths)) fillExamples(item, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Skein',
      version: info.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Workflows, their runs, and the waits of runs for people and events. Errors have one form, lists are paged, times are ISO 8601. A method that an address does not support is 405, and `Allow` lists those that it does.',
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'skein_session' },
      },
    },
  };
}

/** Fills in missing examples from the schemas, once all of them are known. */
function fillExamples(value: Json, schemas: Draft): void {
  if (Array.isArray(value)) {
    for (const each of value) fillExamples(each, schemas);
    return;
  }
  if (!isObject(value)) return;
  const schema = ownValue(value, 'schema');
  if (schema === undefined || !isObject(schema)) {
    for (const each of Object.values(value)) fillExamples(each, schemas);
    return;
  }
  if (ownValue(value, 'example') !== undefined) return;
  const name = ownValue(value, 'name');
  const made = exampleOf(schema, schemas, typeof name === 'string' ? name : '');
  // It was made here, as a draft.
  setOwn(value as Draft, 'example', made);
}

function operation(name: string, route: Route, schemas: Draft): JsonObject {
  const { tag, summary, details, scope, body, isBodyOptional, isBodyRaw, example } = route;
  const parameters = [
    ...withPlaces(route.path, parametersOf(route.params, 'path', schemas)),
    ...parametersOf(route.query, 'query', schemas),
    ...parametersOf(route.headers, 'header', schemas),
  ];
  const content = {
    schema: body === undefined ? {} : schemaOf(body, 'input', schemas),
    ...(example?.body === undefined ? {} : { example: example.body }),
  };
  const media = isBodyRaw === true ? '*/*' : 'application/json';
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [...(details === undefined ? [] : [details]), whoMay(route)].join(' '),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: isBodyOptional !== true, content: { [media]: content } } }),
    responses: responsesOf(route, schemas),
    security: scope === null ? [] : [{ key: [] }, { session: [] }],
    ...(scope === null ? {} : { 'x-scope': scope }),
  };
}

/** Tools show it, and not what stands in `x-scope`. */
function whoMay({ scope, isForOperator, isForRuns }: Route): string {
  if (scope === null) return 'Open to everybody.';
  const operator = isForOperator === true ? ', and is for the operator of the server only' : '';
  const runs = isForRuns === true ? ' Also for the token of a run.' : '';
  return `Needs the scope \`${scope}\`${operator}.${runs}`;
}

function parametersOf(
  given: z.ZodObject | undefined,
  place: 'path' | 'query' | 'header',
  schemas: Draft,
): readonly JsonObject[] {
  if (given === undefined) return [];
  const schema = schemaOf(given, 'input', schemas);
  const properties = schema['properties'];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  if (properties === undefined || !isObject(properties)) return [];
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = isObject(property) ? property : {};
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

/** The example of an id in a path is one of the collection before it. */
function withPlaces(path: string, parameters: readonly JsonObject[]): readonly JsonObject[] {
  const steps = path.split('/');
  return parameters.map((parameter) => {
    const { name } = parameter;
    const place = typeof name === 'string' ? steps.indexOf(`{${name}}`) : -1;
    const example = exampleIds[steps[place - 1] ?? ''];
    return example === undefined ? parameter : { ...parameter, example };
  });
}

function responsesOf(route: Route, schemas: Draft): JsonObject {
  const responses: Draft = {};
  const { answer, mediaType = 'application/json', example, statuses, summary } = route;
  const streamed = route.isStreamed === true ? { 'text/event-stream': { schema: text } } : {};
  for (const status of statuses) {
    const isEmpty = answer === null || status === 204 || status === 304;
    const media = {
      schema: answer === null ? {} : schemaOf(answer, 'output', schemas),
      ...(example?.answer === undefined ? {} : { example: example.answer }),
    };
    responses[String(status)] = {
      description: isEmpty ? 'No content.' : summary,
      ...(isEmpty ? {} : { content: { [mediaType]: media, ...streamed } }),
    };
  }
  if (route.isAnsweredByRuns === true) {
    responses['default'] = { description: 'What the run answers.', content: { '*/*': {} } };
  }
  for (const status of problemStatuses(route)) {
    const error = exampleProblems[status];
    const isOfBoth = route.errorForm === 'json-rpc' || route.rpcProblems?.includes(status) === true;
    const media = {
      schema: isOfBoth ? { anyOf: [problem, rpcError] } : problem,
      ...(error === undefined ? {} : { example: { error } }),
    };
    responses[String(status)] = {
      description: words[status] ?? 'An error.',
      ...problemHeaders[status],
      content: { 'application/json': media },
    };
  }
  for (const status of route.rpcProblems ?? []) {
    responses[String(status)] ??= {
      description: words[status] ?? 'An error.',
      content: { 'application/json': { schema: rpcError } },
    };
  }
  return responses;
}

const text = { type: 'string' };
const problem = { $ref: '#/components/schemas/Problem' };
const rpcError = {
  title: 'RpcError',
  type: 'object',
  required: ['jsonrpc', 'error', 'id'],
  properties: {
    jsonrpc: { const: '2.0' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: text },
    },
    id: { type: ['string', 'integer', 'null'] },
  },
};

/** What an error tells beside its body. */
const problemHeaders: { readonly [status: number]: JsonObject } = {
  401: headerOf('WWW-Authenticate', 'How to authenticate.', 'string'),
  429: headerOf('Retry-After', 'After how many seconds to retry.', 'integer'),
  503: headerOf('Retry-After', 'After how many seconds to retry.', 'integer'),
};

function headerOf(name: string, description: string, type: string): JsonObject {
  return { headers: { [name]: { description, schema: { type } } } };
}

const words: { readonly [status: number]: string } = {
  400: 'The request is invalid.',
  401: 'Not authenticated.',
  403: 'Not allowed.',
  404: 'Not found, or not yours.',
  406: 'The client does not accept what the protocol sends.',
  409: 'Conflict with the current state.',
  413: 'Too large.',
  415: 'The body is not JSON.',
  422: 'The definition, input or answer is invalid.',
  429: 'Too many requests; Retry-After says when to retry.',
  502: 'Another service cannot be used.',
  503: 'Unavailable; Retry-After says when to retry.',
};

/** As JSON Schema; named parts go to the components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Draft): JsonObject {
  // zod returns JSON; its own marks do not belong into the document.
  const {
    $schema: _,
    $defs,
    ...made
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  }) as unknown as JsonObject;
  if ($defs !== undefined && isObject($defs)) {
    for (const [name, value] of Object.entries($defs)) setOwn(schemas, name, moved(value));
  }
  const named = made['id'];
  if (typeof named !== 'string') return asObject(moved(made));
  const { id: __, ...rest } = made;
  setOwn(schemas, named, moved(rest));
  return { $ref: `#/components/schemas/${named}` };
}

function asObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

/** With references to the components instead of to itself. */
function moved(value: Json): Json {
  if (Array.isArray(value)) return value.map(moved);
  if (!isObject(value)) return value;
  const made: Draft = {};
  for (const [key, each] of Object.entries(value)) {
    const isReference = key === '$ref' && typeof each === 'string';
    if (key === 'examples' && Array.isArray(each)) {
      setOwn(made, key, each);
      continue;
    }
    // The name that zod gives a part; properties called `id` are schemas, not strings.
    if (key === 'id' && typeof each === 'string') continue;
    setOwn(
      made,
      key,
      isReference ? each.replace('#/$defs/', () => '#/components/schemas/') : moved(each),
    );
  }
  return made;
}
