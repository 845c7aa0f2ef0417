// Goal: what elements of a node with `each` asked is reused by a replay and is on the cassette, as for any other node.
import { createEngine, type LanguageModel } from 'skein';
import { expect, it } from 'vitest';

const flow = {
  skein: 1,
  id: 'letters',
  nodes: [
    {
      id: 'letter',
      type: 'llm',
      each: { items: '${trigger}', concurrency: 2 },
      config: { system: 'Be brief.', prompt: 'Write to ${item.name}.' },
    },
    { id: 'count', type: 'llm', config: { prompt: 'How many? ${= letter.output.length }' } },
  ],
  edges: [{ from: 'letter', to: 'count' }],
};

function counting(calls: string[]): { model: (name?: string) => LanguageModel } {
  return {
    model: (name = 'default') => ({
      provider: 'own',
      name,
      call: ({ messages }) => {
        const text = JSON.stringify(messages.at(-1)?.content);
        calls.push(text);
        return Promise.resolve({ text, toolCalls: [], usage: { input: 1, output: 1, usd: 0 } });
      },
    }),
  };
}

it('[RP1250] a replay asks again only what differs, element by element', async () => {
  const calls: string[] = [];
  await using engine = await createEngine({ store: 'memory', models: counting(calls) });
  const people = [{ name: 'Ann' }, { name: 'Bob' }];
  const { id } = await engine.runs.start(flow, { input: people });
  const first = await engine.runs.finished(id);
  expect(first).toMatchObject({ status: 'completed', error: null });
  const asked = calls.length;
  expect(asked).toBe(3);
  const recorded = await engine.runs.recorded(id);
  expect(recorded.calls.map(({ key }) => key).toSorted()).toEqual([
    '[0]model#1',
    '[1]model#1',
    'model#1',
  ]);
  const report = await engine.runs.replay(id, {
    with: { input: [{ name: 'Ann' }, { name: 'Cas' }] },
  });
  expect(report.status.after).toBe('completed');
  expect(calls.slice(asked)).toEqual(['"Write to Cas."']);
});
