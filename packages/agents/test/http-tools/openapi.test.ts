import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkArguments, checkJsonSchema, type OpenapiConfig } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { toolCall } from '../mcp/mcp-world.ts';
import { jsonAnswer, requestServer, toolsOf } from './request-world.ts';

const pets = {
  openapi: '3.0.3',
  servers: [{ url: 'https://{where}.example.com/v1', variables: { where: { default: 'api' } } }],
  paths: {
    '/pets/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        operationId: 'getPet',
        summary: 'One pet',
        parameters: [
          { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
        ],
      },
      delete: {},
    },
    '/pets': {
      post: {
        operationId: 'addPet',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
      put: { operationId: 'upload', requestBody: { content: { 'image/png': {} } } },
    },
    'evil.test/x': { get: { operationId: 'evil' } },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', nullable: true },
          age: { type: 'number', minimum: 0, exclusiveMinimum: true },
          parent: { $ref: '#/components/schemas/Pet' },
        },
      },
    },
  },
} as const;

async function petTools(changes: Partial<OpenapiConfig> = {}, document: Json = pets as never) {
  const server = await requestServer(jsonAnswer({ ok: true }));
  const config = { document: 'pets.json', baseURL: `${server.base}/v1/`, ...changes };
  const tools = toolsOf(
    { openapi: { pets: config } },
    { allow: [server.host], environment: { PET_KEY: 'canary-pet-key' } },
  );
  writeFileSync(path.join(tools.folder, 'pets.json'), JSON.stringify(document));
  return { tools, ...server };
}

it('[A180] operations are tools with the schema of their parameters and body', async () => {
  const { tools } = await petTools();
  const listed = await tools.list();
  expect(listed.map(({ name, effect }) => `${name} ${effect}`)).toEqual([
    'pets-getPet idempotent',
    'pets-delete_pets_id_ guarded',
    'pets-addPet guarded',
  ]);
  expect(tools.problems).toEqual([
    'PUT /pets of the OpenAPI document "pets" is not a tool: its body is not JSON.',
    'GET evil.test/x of the OpenAPI document "pets" is not a tool: its path does not begin with a slash.',
  ]);
  const get = await tools.find('pets-getPet');
  expect(get).toMatchObject({
    description: 'One pet',
    parameters: { required: ['id'], properties: { id: { type: 'integer' } } },
  });
  const add = (await tools.find('pets-addPet'))?.parameters ?? {};
  const fits = (body: Json) => checkJsonSchema(add, { body }).result;
  expect(fits({ name: null, parent: { name: 'b' } })).toBe('fits');
  expect(fits({ name: 'a', age: 0 })).toBe('misfit');
  expect(fits({ name: 'a', parent: { name: 7 } })).toBe('misfit');
  expect(checkJsonSchema(add, {}).result).toBe('misfit');
});

it('[A386] an operation whose schema cannot be used is called unchecked, and marked', async () => {
  const name = { type: 'string', pattern: '^(?!x)' };
  const { tools, seen } = await petTools({}, {
    openapi: '3.1.0',
    paths: {
      '/odd': {
        get: { operationId: 'odd', parameters: [{ name: 'q', in: 'query', schema: name }] },
      },
    },
  } as never);
  const odd = await tools.find('pets-odd');
  if (odd === undefined) throw new Error('no tool');
  expect(odd.unchecked).toContain('look-ahead');
  expect(checkArguments(odd, { q: 'y' })).toEqual({ ok: true, args: { q: 'y' } });
  await odd.run({ q: 'y' }, toolCall());
  expect(seen.map(({ url }) => url)).toEqual(['/v1/odd?q=y']);
});

it('[A180] a call goes to the place of the configuration with its headers', async () => {
  const headers = { Authorization: 'Bearer ${PET_KEY}', 'X-Trace': 'fixed' };
  const { tools, seen } = await petTools({ headers });
  const get = await tools.find('pets-getPet');
  const args = { id: 7, fields: ['a', 'b'], 'X-Trace': '${PET_KEY}' };
  expect(await get?.run(args, toolCall())).toEqual({ ok: true });
  const add = await tools.find('pets-addPet');
  await add?.run({ body: { name: '${PET_KEY}' } }, toolCall());
  expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    'GET /v1/pets/7?fields=a&fields=b ',
    'POST /v1/pets {"name":"${PET_KEY}"}',
  ]);
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer canary-pet-key',
    'x-trace': 'fixed',
  });
});

it('[A180] an argument never becomes a secret', async () => {
  const { tools, seen } = await petTools();
  const get = await tools.find('pets-getPet');
  await get?.run({ id: 7, 'X-Trace': '${PET_KEY}' }, toolCall());
  expect(seen[0]?.headers['x-trace']).toBe('${PET_KEY}');
});

it('[A180] only the operations that are named, and approval for what changes something', async () => {
  const { tools } = await petTools({ operations: ['getPet', 'addPet'], approve: true });
  const listed = await tools.list();
  expect(listed.map(({ name, approve }) => `${name} ${String(approve)}`)).toEqual([
    'pets-getPet false',
    'pets-addPet true',
  ]);
});

it('[A180] the document may be behind an address, and names its server', async () => {
  const { base, host, seen } = await requestServer(({ url }, response) => {
    const answer = url === '/api/pets.json' ? { ...pets, servers: [{ url: '/v2' }] } : { url };
    jsonAnswer(answer)({} as never, response);
  });
  const config = { openapi: { pets: { document: `${base}/api/pets.json` } } };
  const get = await toolsOf(config, { allow: [host] }).find('pets-getPet');
  expect(await get?.run({ id: 1 }, toolCall())).toEqual({ url: '/v2/pets/1' });
  expect(seen).toHaveLength(2);
  expect(await failureOf(() => toolsOf(config).find('pets-getPet'))).toMatchObject({
    code: 'HTTP_REFUSED',
  });
});

it.each<[string, Json]>([
  ['no version', { paths: {} }],
  ['version 2', { swagger: '2.0' }],
  ['no object', [1]],
  ['no server', { openapi: '3.1.0', paths: {} }],
])('[A180] a document with %s is refused', async (what, document) => {
  const changes = what === 'no server' ? { baseURL: undefined as never } : {};
  const { tools } = await petTools(changes, document);
  expect(await failureOf(() => tools.find('pets-getPet'))).toMatchObject({
    code: 'OPENAPI_INVALID',
  });
});
