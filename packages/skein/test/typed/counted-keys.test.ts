// Goal: a node type of a host whose function works side by side gets its own results back when it is called again, although its calls
// have the same names.
import { memoryStore } from '@skein/stores';
import { createEngine, type NodeType } from 'skein';
import { expect, it } from 'vitest';

it('[SD1204] parallel lambdas of a node type keep their results after a restart', async () => {
  const seen: unknown[] = [];
  const made: string[] = [];
  const pair: NodeType = {
    kind: { type: 'pair', mode: 'execute', ports: ['output'] },
    description: 'Two items side by side, two steps each.',
    async run(_, io) {
      const one = async (name: string, ms: number) => {
        await io.step('a', () => new Promise<null>((done) => setTimeout(done, ms, null)));
        return io.step('b', (key) => (made.push(key), `b of ${name}`));
      };
      const both = await Promise.all([one('slow', 40), one('fast', 1)]);
      seen.push(both);
      const answer = await io.wait({ kind: 'input', prompt: '?' });
      return { value: [...both, answer] };
    },
  };
  const store = memoryStore();
  const open = () => createEngine({ store, nodeTypes: { pair } });
  const first = await open();
  const { id } = await first.runs.start({ skein: 1, id: 'p', nodes: [{ id: 'p', type: 'pair' }] });
  await first.runs.settled(id);
  await first.close();
  await using second = await open();
  await second.waits.answer({ run: id, node: 'p' }, 'go');
  const { output } = await second.runs.finished(id);
  expect(output).toEqual(['b of slow', 'b of fast', 'go']);
  expect(seen).toEqual([seen[0], seen[0]]);
  expect(made).toEqual(['b#1', 'b#2']);
});
