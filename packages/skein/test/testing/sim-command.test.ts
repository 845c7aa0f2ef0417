// Goal: `skein sim` tries what a workflow is really made of: functions of modules, agents with tools, scripts that say each thing once.
import { expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

async function simulate(files: Parameters<typeof folderWith>[0], args: readonly string[]) {
  const { folder, remove } = folderWith(files);
  const ended = await callSkein(['sim', 'flow.json', '--json', ...args], { cwd: folder });
  remove();
  return { code: ended.code, report: JSON.parse(ended.stdout) as { ends: Record<string, number> } };
}

it('[C69] an agent with tools comes to its end, whatever crashes in between', async () => {
  const files = {
    'flow.json': {
      skein: 1,
      id: 'desk',
      nodes: [
        {
          id: 'desk',
          type: 'agent',
          retry: { attempts: 10 },
          config: { prompt: 'Go.', tools: ['search', 'own'] },
        },
      ],
    },
    'script.json': {
      replies: [
        { toolCalls: [{ name: 'search', arguments: {} }] },
        { toolCalls: [{ name: 'own', arguments: {} }] },
        { text: 'Done.' },
      ],
      otherwise: 'fail',
      tools: { search: { result: 3 } },
    },
    'skein.config.json': { functions: ['./own.mjs'] },
    'own.mjs': `export const tools = { own: { effect: 'pure', run: () => 1 } };`,
  };
  const { code, report } = await simulate(files, ['--script', 'script.json', '--seeds', '8']);
  expect(code).toBe(0);
  expect(report).toMatchObject({ failures: [] });
  const { completed = 0, cancelled = 0 } = report.ends;
  expect([completed > 0, completed + cancelled]).toEqual([true, 8]);
});

it('[C69] functions of modules are part of the story: they fail, and are called again', async () => {
  const flow = (attempts: number) => ({
    'flow.json': {
      skein: 1,
      id: 'f',
      nodes: [{ id: 'f', type: 'function', retry: { attempts }, config: { name: 'own' } }],
    },
    'skein.config.json': { functions: ['./own.mjs'] },
    'own.mjs': `export const functions = { own: () => 1 };`,
  });
  const once = await simulate(flow(1), ['--seeds', '30']);
  expect(once.report.ends['failed']).toBeGreaterThan(0);
  const often = await simulate(flow(10), ['--seeds', '30']);
  expect(often.report.ends['failed']).toBeUndefined();
  expect([once.code, often.code]).toEqual([0, 0]);
});

it('[C882] code in its thread is waited for, so that a seed brings about the same everywhere', async () => {
  const files = {
    'flow.json': {
      skein: 1,
      id: 'sum',
      nodes: [
        {
          id: 'sum',
          type: 'code',
          retry: { attempts: 10 },
          config: {
            tools: ['price'],
            limits: { cpuMs: 10_000 },
            code: 'const tea = await tools.price({ name: "tea" }); let n = 0; while (n < 5e5) n += 1; return tea + n;',
          },
        },
        { id: 'twice', type: 'transform', config: { value: '${= sum.output * 2 }' } },
      ],
      edges: [{ from: 'sum', to: 'twice' }],
    },
    'skein.config.json': { functions: ['./own.mjs'] },
    'own.mjs': `export const tools = { price: { effect: 'pure', run: () => 2 } };`,
  };
  const { code, report } = await simulate(files, ['--seed', '3']);
  expect(code).toBe(0);
  // In this seed no process dies. One that is idle would be thought dead, and replaced again and again.
  expect(report).toMatchObject({ ends: { completed: 1 }, processes: 1, rows: 5, failures: [] });
});
