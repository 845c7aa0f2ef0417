// What a turn costs in an old thread, as work that its store is asked to do: that is the same on every machine.
import { memoryStore } from '@skein/stores';
import { countingStore, type StoreWork } from '@skein/testkit';
import { expect, it } from 'vitest';
import { agent, createEngine } from '../../../src/index.ts';

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

it('[SD320] a turn asks the same of the store in an old thread: the last hundred of 1,000 turns', async () => {
  const { store, work } = countingStore(memoryStore());
  await using engine = await createEngine({ store, agents: [plain], models });
  const thread = engine.thread('old', plain);
  const turns = async (count: number): Promise<StoreWork> => {
    work();
    for (let turn = 0; turn < count; turn++) await thread.send('And then?').text;
    return work();
  };
  // Until the history that is sent has its full length.
  await turns(20);
  const first = await turns(100);
  await turns(780);
  const last = await turns(100);
  expect(first.calls).toBeGreaterThan(100);
  expect(last.calls / first.calls).toBeLessThanOrEqual(1.3);
  expect(last.characters / first.characters).toBeLessThanOrEqual(1.3);
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
