// Goal: of a run that failed, was mended and went on, every attempt shows what it sent, not what its node would send now.
import { createEngine, type LanguageModel } from 'skein';
import { expect, it } from 'vitest';

const flow = (prompt: string) => ({
  skein: 1,
  id: 'letter',
  nodes: [{ id: 'letter', type: 'llm', config: { prompt }, retry: { attempts: 2, delayMs: 1 } }],
});

/** Refuses what it is told to refuse. */
function picky(): { model: (name?: string) => LanguageModel } {
  return {
    model: (name = 'default') => ({
      provider: 'own',
      name,
      call: ({ messages }) => {
        const text = JSON.stringify(messages.at(-1)?.content);
        if (text.includes('rude')) return Promise.reject(new Error('That is rude.'));
        return Promise.resolve({ text, toolCalls: [], usage: { input: 1, output: 1, usd: 0 } });
      },
    }),
  };
}

it('[RP3500] each attempt has its own request, duration and outcome, also after the run was mended', async () => {
  await using engine = await createEngine({ store: 'memory', models: picky() });
  const { id } = await engine.runs.start(flow('Be rude.'));
  expect((await engine.runs.finished(id)).status).toBe('failed');
  const before = (await engine.runs.recorded(id)).calls;
  expect(before).toHaveLength(2);
  const { version } = await engine.workflows.save(flow('Be kind.'));
  await engine.runs.resume(id, { version });
  expect((await engine.runs.finished(id)).status).toBe('completed');
  const { calls, unknown } = await engine.runs.recorded(id);
  expect(unknown).toEqual([]);
  expect(calls.slice(0, 2)).toEqual(before);
  expect(calls.slice(2)).toMatchObject([{ node: 'letter', outcome: { value: {} } }]);
  expect(calls.map(({ request }) => JSON.stringify(request).match(/rude|kind/)?.[0])).toEqual([
    'rude',
    'rude',
    'kind',
  ]);
});
