// What a turn costs in an old thread, in CPU time of this thread: the first hundred turns and the last hundred of a thousand.
import { cpuMs } from '@skein/testkit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agent, createEngine } from '../../../src/index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-thread-cost-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const plain = agent({ id: 'plain', history: { last: 10 } });
const models = {
  model: () => ({
    provider: 'shop',
    name: 'rules',
    call: async () => ({
      text: 'x'.repeat(200),
      toolCalls: [],
      usage: { input: 1, output: 1, usd: 0 },
    }),
  }),
};

/** The median of batches of ten turns: a collection of garbage falls on one of them. */
async function costOf(say: () => Promise<unknown>, turns: number): Promise<number> {
  const batches: number[] = [];
  for (let batch = 0; batch < turns / 10; batch++) {
    const started = cpuMs();
    for (let turn = 0; turn < 10; turn++) await say();
    batches.push(cpuMs() - started);
  }
  return batches.toSorted((one, other) => one - other)[Math.floor(batches.length / 2)] ?? 0;
}

// A file waits for its disk: fewer turns there.
it.each([
  ['memory', 1000],
  ['sqlite', 300],
])('[SD320] a turn costs the same in an old thread: %s, %i turns', async (kind, turns) => {
  const store = kind === 'sqlite' ? `sqlite:${join(folder, 'cost.db')}` : kind;
  await using engine = await createEngine({ store, agents: [plain], models });
  const thread = engine.thread('old', plain);
  const say = () => thread.send('And then?').text;
  // Code that is not compiled yet is slower: that would hide what grows.
  for (let turn = 0; turn < 50; turn++) await engine.thread('warm', plain).send('Hello').text;
  const first = await costOf(say, 100);
  await costOf(say, turns - 200);
  const last = await costOf(say, 100);
  expect(last / first).toBeLessThanOrEqual(1.3);
});

it('[SD320] what was said outlives the runs', async () => {
  await using engine = await createEngine({ agents: [plain], models });
  const thread = engine.thread('old', plain);
  await thread.send('My name is Ada').text;
  const pruned = await engine.runs.prune({ endedBefore: Date.now() + 1000 });
  expect(pruned).toHaveLength(1);
  await thread.send('What is my name?').text;
  expect((await thread.messages()).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
});
