// Goal: what a configuration registers counts for every command that reads definitions, here and through a server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawFlow } from '@skein/testkit';
import type { SkeinServer } from '@skein/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeServer } from '../../../src/server/compose-server.ts';
import { callSkein } from '../../call-skein.ts';
import { dataflow, functions, nodeTypes } from './own-parts.ts';

const flow = {
  ...drawFlow(
    'm:manualInput s:shout b:text.both l:letter u:userInput',
    'm.message>s.text s.result>b.x b.result>l.y l>u',
    {
      configs: { m: { message: 'hi' }, s: { loudly: true }, l: { to: 'Ada' } },
    },
  ),
  id: 'own',
};
const other = { ...flow, nodes: (flow as unknown as { nodes: object[] }).nodes.slice(0, 4) };
const wrong = drawFlow('s:shout', '', { configs: { s: { loudly: 'very' } } });

let folder = '';
let server: SkeinServer;
let url = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-own-types-'));
  const write = (name: string, content: object) =>
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  write('flow.json', flow);
  write('other.json', { ...other, edges: [] });
  write('wrong.json', wrong);
  const module = path.join(import.meta.dirname, 'own-parts.ts');
  write('own.config.json', { functions: [module] });
  write('flow.test.json', {
    workflow: 'flow.json',
    tests: [
      {
        name: 'runs',
        people: [{ node: 'u', answer: 'bye' }],
        expect: { status: 'completed', nodes: { l: { status: 'completed' } } },
      },
    ],
  });
  server = await composeServer({ store: 'memory', folder, dataflow, functions, nodeTypes });
  ({ url } = await server.listen({ port: 0 }));
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...given: readonly string[]) => callSkein(given, { cwd: folder });
const places = [
  ['a configuration', () => ['--config', 'own.config.json']],
  ['a server', () => ['--server', url]],
] as const;

describe.each(places)('with the types of %s', (_, place) => {
  it('[DF37] a definition is validated, drawn, converted and compared', async () => {
    expect(await run('validate', 'flow.json', ...place())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('valid, dataflow, 5 nodes, 4 edges'),
    });
    const shown = await run('show', 'flow.json', ...place());
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('letter') });
    const converted = await run('convert', 'flow.json', '--to', 'native', '--json', ...place());
    expect(JSON.parse(converted.stdout)).toMatchObject({
      definition: { nodes: [{}, { type: 'shout' }, { type: 'function' }, { type: 'letter' }, {}] },
      losses: [],
    });
    const compared = await run('diff', 'flow.json', 'other.json', '--json', ...place());
    expect(JSON.parse(compared.stdout)).toMatchObject({ equal: false });
    const ran = await run('run', 'flow.json', '--answer', 'u=bye', '--json', ...place());
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'completed', output: 'bye' });
  });

  it('[DF37] a config that does not fit its schema is an error at its place', async () => {
    const { code, stdout } = await run('validate', 'wrong.json', '--json', ...place());
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [{ code: 'BAD_CONFIG', pointer: '/nodes/0/config/loudly' }],
    });
  });
});

it('[DF37] tests and explanations know them', async () => {
  const own = ['--config', 'own.config.json'];
  expect(await run('test', 'flow.test.json', ...own)).toMatchObject({ code: 0 });
  const explained = await run('run', 'flow.json', '--answer', 'u=bye', '--explain', 'l', ...own);
  expect(explained).toMatchObject({ code: 0 });
  expect(explained.stdout + explained.stderr).toContain('l');
  const store = ['--store', `sqlite:${path.join(folder, 'runs.db')}`];
  const kept = await run('run', 'flow.json', '--detach', '--json', ...own, ...store);
  const { id } = JSON.parse(kept.stdout) as { id: string };
  expect(await run('runs', 'explain', id, 'l', ...own, ...store)).toMatchObject({ code: 0 });
});

it('[DF37] without the configuration they are unknown', async () => {
  for (const command of [['validate'], ['show'], ['convert', '--to', 'native']])
    expect((await run(...command, 'flow.json')).code).toBe(2);
});

it('[DF37] a server lists them with their kinds and schemas', async () => {
  const read = async (route: string) =>
    ((await (await fetch(`${url}/api/v1${route}`)).json()) as { items: Record<string, unknown>[] })
      .items;
  const types = (await read('/node-types')).filter(({ isOwn }) => isOwn === true);
  expect(types).toMatchObject([
    {
      type: 'shout',
      name: 'Shout',
      schema: { properties: { loudly: { type: 'boolean' } } },
      kind: { mode: 'execute', ports: ['result', 'context'], rawKeys: 'all' },
    },
    { type: 'letter', name: 'letter', ports: ['output'] },
  ]);
  const own = (await read('/functions')).filter(({ isOwn }) => isOwn === true);
  expect(own).toMatchObject([
    { name: 'text.both', ports: ['output'], schema: { properties: { x: {} } } },
  ]);
});
