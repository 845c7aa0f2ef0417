// Large bodies and definitions on a real server: threads read them, and the answers are those to small ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NodeType } from '@skein/ports';
import { afterEach, expect, it } from 'vitest';
import { composeServer, type ComposedServer } from '../src/server/compose-server.ts';
import type { CreateEngineOptions } from '../src/config/engine-options.ts';
import { createEngine } from '../src/index.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** With `largeBytes` everything is large, or nothing is. */
async function serve(largeBytes: number, options: CreateEngineOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-large-'));
  const server: ComposedServer = await composeServer({
    ...options,
    store: `sqlite:${path.join(folder, 'skein.db')}`,
    requestLimits: { largeBytes },
  });
  open.push(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { url } = await server.listen({ port: 0 });
  const send = async (method: string, place: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${url}/api/v1${place}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: text }),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  return { send, server };
}

const nodes = Array.from({ length: 300 }, (_, i) => ({
  id: `n${i}`,
  type: 'transform',
  config: { value: `text ${i} \${trigger.name|nobody}` },
}));
const edges = nodes.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
const chain = { skein: 1, id: 'chain', name: 'A chain', nodes, edges };
const broken = { ...chain, edges: [...edges, { from: 'nowhere', to: 'n1' }] };
const asking = {
  skein: 1,
  id: 'asking',
  nodes: [{ id: 'ask', type: 'llm', config: { model: 'missing/model', prompt: 'Hello' } }],
  more: 'x'.repeat(2000),
};
const agents = {
  name: 'Agents',
  entrypointNodeId: 'a',
  nodes: [{ id: 'a', nodeType: 'AGENT', nodeName: 'First', agentId: 'known' }],
  edges: [],
  more: 'x'.repeat(2000),
};

type Step = readonly [method: string, place: string, body?: unknown];

const steps: readonly Step[] = [
  ['POST', '/workflows/validate', chain],
  ['POST', '/workflows/validate', broken],
  ['POST', '/workflows/validate', asking],
  ['POST', '/workflows/validate', agents],
  ['POST', '/workflows/validate', `{"skein": 1, "nodes": [${'1,'.repeat(3000)}`],
  ['POST', '/workflows/validate?dialect=canvas', chain],
  ['POST', '/workflows/validate', Array.from({ length: 2000 }, () => 1)],
  ['POST', '/workflows', chain],
  ['POST', '/workflows', chain],
  ['POST', '/workflows', broken],
  ['POST', '/workflows', `${'['.repeat(3000)}${']'.repeat(3000)}`],
  ['POST', '/workflows', Array.from({ length: 2000 }, () => 1)],
  ['PUT', '/workflows/chain', { ...chain, name: 'Another name' }],
  ['PUT', '/workflows/chain?draft=true', broken],
  ['PATCH', '/workflows/chain', { definition: { edges }, description: 'More' }],
  ['GET', '/workflows/chain'],
  ['POST', '/workflows/import', chain],
  ['POST', '/workflows', agents],
  ['POST', '/workflows/convert?to=canvas', chain],
  ['POST', '/workflows/convert?to=native', broken],
  ['POST', '/workflows/convert?to=pipeline', chain],
  ['GET', '/workflows/chain/export?dialect=session-graph'],
  ['POST', '/workflows/chain/run', { input: { name: 'x'.repeat(3000) }, other: 1 }],
  ['POST', '/workflows/chain/nodes/n1/run', { outputs: { n0: 'x'.repeat(3000) } }],
  ['POST', '/events', { name: 'e', data: 'x'.repeat(3000) }],
];

/** Without what differs between two servers. */
function plain(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(
      /"(?:savedAt|startedAt|createdAt|updatedAt|endedAt|at|created_at|updated_at)":("[^"]*"|\d+)/g,
      '"at":0',
    )
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID');
}

it('[V520] what threads read is answered as what is read on the thread that answers', async () => {
  const [small, large] = [await serve(1e9), await serve(1000)];
  for (const [method, place, body] of steps) {
    const expected = await small.send(method, place, body);
    const found = await large.send(method, place, body);
    const name = `${method} ${place} ${expected.status}`;
    expect(`${name} ${plain(found.body)}`).toBe(`${name} ${plain(expected.body)}`);
    expect([name, found.status]).toEqual([name, expected.status]);
  }
});

it('[V520] a large definition is saved and described without being compiled on the thread that answers', async () => {
  const compiled: string[] = [];
  const seen = {
    kind: { type: 'seen', mode: 'execute' as const, ports: 'any' as const },
    description: 'Says when its config is checked.',
    run: () => ({ value: null }),
  };
  const { send } = await serve(1000, {
    nodeTypes: {
      seen,
      // Its check is code, which threads do not have.
      checked: {
        ...seen,
        kind: { ...seen.kind, type: 'checked' },
        checkConfig: (config) => {
          compiled.push(JSON.stringify(config));
          return 'bad' in config ? [{ path: ['bad'], message: 'It is bad.', hint: 'No.' }] : [];
        },
      },
    },
  });
  const more = { id: 'more', type: 'seen', config: { text: 'x'.repeat(2000) } };
  const define = (type: string, config: object) => ({
    skein: 1,
    id: type,
    nodes: [more, { id: 'last', type, config }],
  });
  expect((await send('POST', '/workflows', define('seen', {}))).status).toBe(201);
  expect(compiled).toEqual([]);
  // [LW520] The host checks its own types itself.
  expect((await send('POST', '/workflows', define('checked', {}))).status).toBe(201);
  expect(compiled.length).toBeGreaterThan(0);
  const refused = await send('POST', '/workflows/validate', define('checked', { bad: 1 }));
  expect(refused.body.diagnostics).toMatchObject([{ code: 'BAD_CONFIG', message: 'It is bad.' }]);
});

it('[LW520] a definition with node types of the host that have code is checked where that code is', async () => {
  const { send } = await serve(1000, {
    nodeTypes: {
      own: {
        kind: { type: 'own', mode: 'execute', ports: 'any' },
        description: 'Of the host.',
        run: () => ({ value: null }),
        checkConfig: () => [{ path: [], message: 'Never good.', hint: 'None.' }],
      },
    },
  });
  const definition = {
    skein: 1,
    id: 'o',
    nodes: [{ id: 'a', type: 'own', config: { x: 'y'.repeat(2000) } }],
  };
  const { status, body } = await send('POST', '/workflows', definition);
  expect([status, body.error.code]).toEqual([422, 'WORKFLOW_INVALID']);
  expect(body.error.details.diagnostics[0].message).toBe('Never good.');
});

it('[LW521] an object with very many keys is not kept, but a definition with it is validated', async () => {
  const { send } = await serve(1000);
  const keys = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`k${i}`, 0]));
  const definition = { skein: 1, id: 'a', nodes: [{ id: 'n', type: 'end' }], ...keys };
  const kept = await send('POST', '/workflows', definition);
  expect([kept.status, kept.body.error.code]).toEqual([413, 'TOO_LARGE']);
  const validated = await send('POST', '/workflows/validate', definition);
  expect(validated).toMatchObject({ status: 200, body: { valid: true } });
  expect(validated.body.diagnostics.length).toBeLessThanOrEqual(201);
});

const rows = (last: number | string) => [...Array<number>(40_000).fill(1), last];
/** More than the few steps that a value gets here. */
const table = {
  type: 'array',
  items: { type: 'integer', minimum: 1, maximum: 9, not: { const: 8 } },
};

it('[X854] a large input or answer is checked by a thread, and the verdict is the one that a small one gets', async () => {
  const { send } = await serve(32_768);
  await send('POST', '/workflows', {
    skein: 1,
    id: 'table',
    nodes: [
      { id: 'start', type: 'start', config: { schema: table } },
      { id: 'ask', type: 'input', config: { prompt: 'More?', schema: table } },
    ],
    edges: [{ from: 'start', to: 'ask' }],
  });
  const start = (input: unknown) => send('POST', '/workflows/table/run?wait=20', { input });
  for (const input of [[1, 'x'], rows('x')]) {
    const refused = await start(input);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'INPUT_INVALID']);
    expect(refused.body.error.details.complaints).toEqual([
      `/${input.length - 1} must be a whole number`,
    ]);
  }
  const { status, body } = await start(rows(2));
  expect([status < 300, body.run.status]).toEqual([true, 'waiting']);
  const answer = (given: unknown) => send('POST', `/waits/${body.run.waits[0].id}/answer`, given);
  const refused = await answer(rows('x'));
  expect([refused.status, refused.body.error.code]).toEqual([422, 'ANSWER_REFUSED']);
  expect((await answer(rows(3))).status).toBe(200);
});

it('[X1100] the first run of a large version is compiled in slices, with the node types of the host', async () => {
  /** The turn of the event loop in which each node was checked. */
  const asked: number[] = [];
  let turn = 0;
  const watched: NodeType = {
    kind: { type: 'watched', mode: 'execute', ports: 'any' },
    description: '',
    checkConfig: () => {
      asked.push(turn);
      return [];
    },
    run: () => ({}),
  };
  const engine = await createEngine({ nodeTypes: { watched } });
  open.push(() => engine.close());
  const watchedNodes = Array.from({ length: 3000 }, (_, i) => ({
    id: `n${i}`,
    type: 'watched',
    config: { text: `\${trigger.name|nobody} and \${= 1 + ${i} }` },
  }));
  let isDone = false;
  const next = () => {
    turn += 1;
    if (!isDone) setImmediate(next);
  };
  next();
  const began = turn;
  const { id } = await engine.runs.start({ skein: 1, id: 'watched', nodes: watchedNodes });
  isDone = true;
  expect(asked).toHaveLength(watchedNodes.length);
  expect((asked.at(-1) ?? 0) - began).toBeGreaterThan(1);
  expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
});

it('[X1756] a preview of an import is converted by a thread, and says the same as without one', async () => {
  const { send } = await serve(1);
  const place = '/workflows/import/preview';
  const text = '{"StartAt":"A","States":{"A":{"Type":"Pass","End":true}}}';
  const shown = await send('POST', place, { text, name: 'machine.json' });
  expect([shown.status, shown.body.format, shown.body.definition.name]).toEqual([
    200,
    'asl',
    'machine',
  ]);
  expect(shown.body).toMatchObject({ losses: [], bindings: [], more: [], secrets: [] });
  const unknown = await send('POST', place, { text: '{"a":1}' });
  expect([unknown.status, unknown.body.error.code]).toEqual([422, 'IMPORT_UNKNOWN']);
  const cut = await send('POST', place, { text: 'StartAt: [A', name: 'cut.yml' });
  expect([cut.status, cut.body.error.code]).toEqual([422, 'WORKFLOW_INVALID']);
});
