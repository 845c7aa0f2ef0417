import { expect, it } from 'vitest';
import { serve } from './serving.ts';

const flow = {
  skein: 1,
  id: 'letters',
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'draft',
      type: 'llm',
      config: { system: 'Be kind.', prompt: 'Write to ${trigger.to}.', temperature: 0.2 },
    },
    { id: 'check', type: 'llm', config: { prompt: 'Check: ${draft.output}' } },
  ],
  edges: [
    { from: 'start', to: 'draft' },
    { from: 'draft', to: 'check' },
  ],
};

const script = {
  replies: [
    { when: { node: 'draft' }, text: 'Dear Ada,' },
    { when: { node: 'check' }, error: { status: 400, message: 'no such model' } },
  ],
};

it('[V1452] what a run sent and what came back is read, of a failed call too', async () => {
  const { send } = await serve({ engineOptions: { script } });
  await send('POST', '/api/v1/workflows', { body: flow });
  const started = await send('POST', '/api/v1/workflows/letters/run?wait=20', {
    body: { input: { to: 'Ada' } },
  });
  expect(started.body.status).toBe('failed');
  const { body } = await send('GET', `/api/v1/runs/${started.body.run_id}/calls`);
  expect(body.unknown).toEqual([]);
  expect(body.items).toMatchObject([
    {
      node: 'draft',
      activation: 1,
      request: {
        type: 'model',
        system: 'Be kind.',
        temperature: 0.2,
        messages: [{ role: 'user', content: 'Write to Ada.' }],
      },
      result: { text: 'Dear Ada,' },
      usage: { modelCalls: 1 },
    },
    {
      node: 'check',
      request: { messages: [{ role: 'user', content: 'Check: Dear Ada,' }] },
      failure: { message: expect.stringContaining('no such model') },
    },
  ]);
  const one = await send('GET', `/api/v1/runs/${started.body.run_id}/calls?node=check`);
  expect(one.body.items.map(({ node }: { node: string }) => node)).toEqual(['check']);
});
