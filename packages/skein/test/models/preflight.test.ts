// Goal: what a run would lack of models, keys and tools is told before it starts, in the places of the definition.
import path from 'node:path';
import type { JsonObject } from '@skein/kernel';
import { createEngine } from 'skein';
import { expect, it } from 'vitest';
import { composeServer } from '../../src/server/compose-server.ts';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

const providers = {
  local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' },
} as const;

const start = { id: 'start', type: 'start', data: { initialInput: 'x' } };

function canvas(...agents: readonly { readonly id: string; readonly data: JsonObject }[]) {
  const nodes = [start, ...agents.map((agent) => ({ ...agent, type: 'agent' }))];
  const connections = agents.map(({ id }) => ({ source: 'start', target: id }));
  return { nodes, connections };
}

async function told(definition: object, environment: Readonly<Record<string, string>> = {}) {
  const tools = { 'shop-find': { description: 'Finds.', run: () => 1 } };
  const engine = await createEngine({ config: { providers }, environment, tools });
  try {
    const found = await engine.workflows.preflight(definition);
    return found.map(({ code, severity, pointer, message }) => [code, severity, pointer, message]);
  } finally {
    await engine.close();
  }
}

it('[C144] a key that is missing is told, and one that is there is not', async () => {
  const flow = canvas({ id: 'a', data: { model: 'openai/gpt-5' } });
  expect(await told(flow)).toEqual([
    [
      'MODEL_UNAVAILABLE',
      'warning',
      '/nodes/1/data/model',
      expect.stringMatching(/"openai" needs a key.*OPENAI_API_KEY.*node "a"/),
    ],
  ]);
  expect(await told(flow, { OPENAI_API_KEY: 'k' })).toEqual([]);
});

it('[C144] without any provider, the offline model that will answer is told', async () => {
  const engine = await createEngine({ environment: {} });
  const flow = canvas({ id: 'a', data: { model: 'gpt-5' } }, { id: 'b', data: {} });
  expect(await engine.workflows.preflight(flow)).toMatchObject([
    { code: 'MODEL_UNAVAILABLE', message: expect.stringMatching(/offline model.*"gpt-5"/) },
  ]);
  await engine.close();
});

it('[C144] a model without a provider, and a node without a model', async () => {
  const flow = canvas({ id: 'a', data: { model: 'mistral' } }, { id: 'b', data: {} });
  const environment = { OPENAI_API_KEY: 'k' };
  expect(await told(flow, environment)).toEqual([
    [
      'MODEL_UNAVAILABLE',
      'warning',
      '/nodes/1/data/model',
      expect.stringMatching(/No provider is known.*"mistral"/),
    ],
  ]);
});

it('[C144] tools: one that is not there, and a search that nobody can run', async () => {
  const tools = { web_search: true, 'shop-find': true, 'shop-sell': { enabled: true }, off: false };
  const model = 'local/llama';
  const local = canvas({ id: 'a', data: { model, tools } });
  expect(await told(local)).toEqual([
    [
      'TOOL_UNAVAILABLE',
      'warning',
      '/nodes/1/data/tools/web_search',
      expect.stringMatching(/Nobody can run web_search.*local\/llama.*not offered/),
    ],
    [
      'TOOL_UNAVAILABLE',
      'warning',
      '/nodes/1/data/tools/shop-sell',
      expect.stringContaining('Tool not found: shop-sell'),
    ],
  ]);
  const search = canvas({ id: 'a', data: { model: 'openai/gpt-5', tools: { web_search: true } } });
  expect(await told(search, { OPENAI_API_KEY: 'k' })).toEqual([]);
});

it('[C144] in a native definition too, inline workflows included; what a template names is left out', async () => {
  const agent = {
    id: 'a',
    type: 'agent',
    config: { prompt: 'x', model: '${trigger.m}', tools: ['no'] },
  };
  const inner = {
    skein: 1,
    nodes: [{ id: 't', type: 'tool', config: { tool: 'none', args: {} } }],
  };
  const nodes = [agent, { id: 's', type: 'subworkflow', config: { workflow: inner } }];
  expect((await told({ skein: 1, nodes })).map(([code, , pointer]) => [code, pointer])).toEqual([
    ['TOOL_UNAVAILABLE', '/nodes/0/config/tools/0'],
    ['TOOL_UNAVAILABLE', '/nodes/1/config/workflow/nodes/0/config/tool'],
  ]);
});

it('[C144] an unsound definition has its errors only', async () => {
  expect(await told({ nodes: [], connections: [] })).toEqual([
    ['NO_ENTRY', 'error', '', expect.any(String)],
  ]);
});

it('[C144] `skein run` says it before it starts', async () => {
  const { folder, remove } = folderWith({
    'flow.json': canvas({ id: 'a', data: { tools: { 'shop-sell': true } } }),
    'script.json': { replies: [{ text: 'hi' }] },
  });
  const { code, stderr } = await callSkein(['run', 'flow.json', '--script', 'script.json'], {
    cwd: folder,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/TOOL_UNAVAILABLE.*shop-sell/s);
  remove();
});

const lacking = canvas({ id: 'a', data: { tools: { 'shop-sell': true } } });
const scripted = { 'script.json': { replies: [{ text: 'hi' }] } };

it('[C155] `skein run` of a stored workflow looks as well, on a store and through a server', async () => {
  const { folder, remove } = folderWith({ 'flow.json': { ...lacking, id: 'stored' }, ...scripted });
  const store = `sqlite:${path.join(folder, 'skein.db')}`;
  await callSkein(['save', 'flow.json', '--store', store], { cwd: folder });
  const command = ['run', 'stored', '--store', store, '--script', 'script.json'];
  const here = await callSkein(command, { cwd: folder });
  expect(here.stderr).toMatch(/TOOL_UNAVAILABLE at \/nodes\/1\/data\/tools\/shop-sell/);
  const server = await composeServer({ store, folder });
  const { url } = await server.listen({ port: 0 });
  const there = await callSkein(['run', 'stored', '--server', url], { cwd: folder });
  expect(there.stderr.match(/TOOL_UNAVAILABLE/g)).toHaveLength(1);
  await server.close();
  remove();
});

it('[C155] `skein validate --preflight` looks without running; --strict makes it count', async () => {
  const { folder, remove } = folderWith({ 'flow.json': lacking });
  const validate = (...options: readonly string[]) =>
    callSkein(['validate', 'flow.json', '--json', ...options], { cwd: folder });
  expect(JSON.parse((await validate()).stdout)).toMatchObject({ diagnostics: [] });
  const looked = await validate('--preflight');
  expect(looked.code).toBe(0);
  expect(JSON.parse(looked.stdout)).toMatchObject({
    valid: true,
    diagnostics: [{ file: 'flow.json', code: 'TOOL_UNAVAILABLE', severity: 'warning' }],
  });
  expect((await validate('--preflight', '--strict')).code).toBe(2);
  remove();
});
