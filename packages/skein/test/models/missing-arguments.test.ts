// Goal: an argument that is required and left empty is told before a run, at its place, with what would happen at run time.
import type { JsonObject } from '@skein/kernel';
import { createEngine } from 'skein';
import { expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

const text = { type: 'string' };
const order = {
  type: 'object',
  required: ['item', 'count', 'speed'],
  properties: { item: text, count: { type: 'integer' }, speed: { ...text, default: 'slow' } },
};

async function told(definition: object, saved: readonly object[] = []) {
  const tools = { buy: { description: 'Buys.', parameters: order, run: () => 1 } };
  const functions = { quote: { args: order, run: () => 1 } };
  const engine = await createEngine({ environment: {}, tools, functions });
  try {
    for (const each of saved) await engine.workflows.save(each);
    const found = await engine.workflows.preflight(definition);
    return found.map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`);
  } finally {
    await engine.close();
  }
}

const flow = (...nodes: readonly JsonObject[]) => ({ skein: 1, nodes });
const missing = (pointer: string) => `warning ARGUMENT_MISSING ${pointer}`;

it('[C3450] of tools, functions and other workflows, unless it has a default or is only known in a run', async () => {
  const calls = (key: string, config: JsonObject) => [
    { ...config, [key]: { item: 'a bike' } },
    { ...config, [key]: { item: 'a bike', count: '${previous}' } },
    { ...config, [key]: '${previous}' },
  ];
  const shop = flow({ id: 'start', type: 'start', config: { schema: order } });
  const nodes = [
    ...calls('args', { tool: 'buy' }).map((config) => ({ type: 'tool', config })),
    ...calls('args', { name: 'quote' }).map((config) => ({ type: 'function', config })),
    ...calls('input', { workflow: 'shop' }).map((config) => ({ type: 'subworkflow', config })),
    ...calls('input', { workflow: shop }).map((config) => ({ type: 'subworkflow', config })),
  ].map((node, i) => ({ id: `n${i}`, ...node }));
  expect(await told(flow(...nodes), [{ ...shop, id: 'shop' }])).toEqual(
    [
      '/nodes/0/config/args/count',
      '/nodes/3/config/args/count',
      '/nodes/6/config/input/count',
      '/nodes/9/config/input/count',
    ].map(missing),
  );
});

it('[C3450] without arguments a tool gets none, a function what its edges bring, another workflow what arrives', async () => {
  const nodes = [
    { id: 'a', type: 'start' },
    { id: 'b', type: 'tool', config: { tool: 'buy' } },
    { id: 'c', type: 'function', config: { name: 'quote' } },
    { id: 'd', type: 'subworkflow', config: { workflow: 'shop' } },
  ];
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c', in: 'item' },
    { from: 'c', to: 'd' },
  ];
  const shop = flow({ id: 'start', type: 'start', config: { schema: order } });
  expect(await told({ ...flow(...nodes), edges }, [{ ...shop, id: 'shop' }])).toEqual(
    ['/nodes/1/config/args/item', '/nodes/1/config/args/count', '/nodes/2/config/args/count'].map(
      missing,
    ),
  );
});

it('[C3450] tools that the definition brings along, and the input that a schedule gives', async () => {
  const definition = {
    ...flow(
      { id: 'start', type: 'start', config: { schema: order } },
      { id: 'call', type: 'tool', config: { tool: 'own', args: {} } },
    ),
    edges: [{ from: 'start', to: 'call' }],
    tools: {
      own: { parameters: { type: 'object', required: ['id'] }, code: { code: 'return 1' } },
    },
    triggers: [
      { name: 'bare', type: 'schedule', config: { cron: '0 9 * * *' } },
      { name: 'half', type: 'schedule', config: { cron: '0 9 * * *', input: { item: 'x' } } },
      {
        name: 'whole',
        type: 'schedule',
        config: { cron: '0 9 * * *', input: { item: 'x', count: 1 } },
      },
      { name: 'hook', type: 'webhook' },
    ],
  };
  expect(await told(definition)).toEqual(
    [
      '/nodes/1/config/args/id',
      '/triggers/0/config/input/item',
      '/triggers/0/config/input/count',
      '/triggers/1/config/input/count',
    ].map(missing),
  );
});

it('[C3450] `skein validate --preflight` names the node, the argument and the cure', async () => {
  const loud = { id: 'loud', type: 'function', config: { name: 'text.upper', args: {} } };
  const { folder, remove } = folderWith({ 'flow.json': flow(loud) });
  const { stdout, stderr } = await callSkein(['validate', '--preflight', 'flow.json'], {
    cwd: folder,
  });
  remove();
  expect(stdout + stderr).toMatch(
    /"text" is empty, and the function "text\.upper" requires it\. \(node "loud"\)[\s\S]*Fill in "text"/,
  );
});
