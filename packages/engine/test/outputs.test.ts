// Goal: every output that anything ever showed is found by its id, whatever made it and however long ago.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { outputIdText, rebuildState, type Graph } from '@skein/kernel';
import { compileForTypes, type Engine } from '@skein/engine';
import { nativeNodeTypes } from '@skein/agents';
import type { Store } from '@skein/ports';
import { memoryStore, openStore } from '@skein/stores';
import { buildWorkflow, describeEngine } from '@skein/testkit';
import { countedIds } from '../src/adapters/counted-ids.ts';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-outputs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

const stores: readonly [string, () => Store | Promise<Store>][] = [
  ['memory', memoryStore],
  ['sqlite', () => openStore(`sqlite:${path.join(folder, `${(files += 1)}.db`)}`)],
];

/** Nodes that the kernel settles by itself beside ones that are asked, round and round, and one that a person settles. */
const rounds = buildWorkflow({
  id: 'rounds',
  policy: { window: 2 },
  nodes: [
    { id: 'double', type: 'transform', config: { value: ['twice', '${previous}'] } },
    { id: 'ask', type: 'input', config: { prompt: 'More?' } },
    {
      id: 'more',
      type: 'if',
      config: { condition: { left: '${previous}', op: 'eq', right: 'yes' } },
    },
  ],
  edges: ['double -> ask', 'ask -> more', { from: 'more', out: 'true', to: 'double', loop: true }],
});

const graph = compileForTypes(nativeNodeTypes({ functions: new Map() }))(rounds, {}).graph as Graph;

/** Every output that the run ever had, from its journal. */
async function everyOutput(engine: Engine, run: string) {
  const rows = await engine.runs.journal(run);
  const found = new Map<string, object>();
  for (let seq = 1; seq <= rows.length; seq++) {
    const state = rebuildState(graph, rows.slice(0, seq));
    for (const [index, { outputs }] of state.nodes) {
      for (const output of outputs) {
        const { activation, value } = output;
        found.set(outputIdText(output), { node: graph.nodes[index]?.id, activation, value });
      }
    }
  }
  return found;
}

for (const [name, open] of stores) {
  describeEngine(`outputs on ${name}`, (make) => {
    async function played() {
      const harness = await make({ store: await open(), durable: {} });
      const { engine, start } = harness;
      const id = await start(rounds, { input: 'x', user: 'ann' });
      for (const answer of ['yes', 'yes', 'yes', 'yes', 'no']) {
        await engine.runs.settled(id);
        await engine.waits.answer({ run: id, node: 'ask' }, answer);
      }
      await engine.runs.finished(id);
      return { ...harness, id };
    }

    it('[E75] are found by their ids, also when their node has long had others', async () => {
      const { engine, restart, id } = await played();
      const all = await everyOutput(engine, id);
      expect(all.size).toBeGreaterThanOrEqual(15);
      const expectAll = async ({ outputs }: Engine) => {
        for (const [output, expected] of all) {
          const found = { ...expected, id: output, run: id, user: 'ann' };
          expect(await outputs.get(output)).toMatchObject(found);
        }
      };
      await expectAll(engine);
      await expectAll((await restart()).engine);
    });

    it('[E75] include what the run was started with, and those of forks and of imported runs', async () => {
      const { engine, id } = await played();
      const { inputId } = rebuildState(graph, await engine.runs.journal(id)).origin;
      const input = inputId === null ? '' : outputIdText(inputId);
      expect(await engine.outputs.get(input)).toMatchObject({ node: null, value: 'x', run: id });
      const { id: fork } = await engine.runs.fork(id);
      await engine.runs.finished(fork);
      const bundle = await engine.runs.export(id);
      const { id: copy } = await engine.runs.import(bundle, { ids: 'new' });
      for (const run of [fork, copy]) {
        const { outputs } = await engine.runs.get(run);
        const [output] = outputs['double'] ?? [];
        expect(await engine.outputs.get(output?.id ?? '')).toMatchObject({
          run,
          value: output?.value,
        });
      }
    });

    it('[E75] of other users, and ids of other things, are not found', async () => {
      const { engine, id } = await played();
      const [output = ''] = (await everyOutput(engine, id)).keys();
      expect(await engine.outputs.get(output, 'ann')).toMatchObject({ run: id });
      const waits = (await engine.runs.journal(id)).flatMap((row) =>
        row.type === 'wait.answered' ? [row.wait] : [],
      );
      const others = [...waits, id, 'nothing', '', '${x}', `${output}0`, output.toUpperCase()];
      const far = `${output.slice(0, 26)}fffff00001`;
      for (const wrong of [...others, far]) {
        if (wrong === output) continue;
        const getting = engine.outputs.get(wrong);
        await expect(getting).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
      }
      const stolen = engine.outputs.get(output, 'bob');
      await expect(stolen).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
}

it('[E75] ids of runs leave room for their events, and no two of a millisecond are equal', () => {
  const ids = countedIds(() => 1_700_000_000_000);
  const runs = Array.from({ length: 20_000 }, () => ids.nextRun());
  expect(new Set(runs).size).toBe(runs.length);
  expect(runs.toSorted()).toEqual(runs);
  const pattern = /^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{2}0{10}$/;
  expect(runs.every((run) => pattern.test(run))).toBe(true);
});
