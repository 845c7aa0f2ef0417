import { workflowId } from '@skein/kernel';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serve } from './serving.ts';

const examples = new URL('../../../examples/', import.meta.url);
const firstExamples = [
  'session-graph/01-conversation',
  'dataflow/01-traced-chain',
  'agent-graph/01-2n-chat',
  'canvas/01-deferred-branches',
  'pipeline/01-label-an-email',
];

it('[V29] one node runs by itself, with what the others would have given', async () => {
  const { send, store } = await serve();
  const flow = {
    skein: 1,
    id: 'letters',
    name: 'Letters',
    nodes: [
      { id: 'start', type: 'start', config: { schema: { type: 'object', required: ['to'] } } },
      { id: 'tone', type: 'transform', config: { value: 'kind' } },
      { id: 'draft', type: 'llm', config: { prompt: 'Write to ${trigger.to}.' } },
      {
        id: 'close',
        type: 'transform',
        join: 'n-of',
        n: 2,
        config: { value: { text: '${draft.output}', tone: '${tone.output}', in: '${inputs}' } },
      },
      { id: 'send', type: 'stop' },
    ],
    edges: [
      { from: 'start', to: 'tone' },
      { from: 'start', to: 'draft' },
      { from: 'tone', to: 'close', in: 'tone' },
      { from: 'draft', to: 'close', in: 'text' },
      { from: 'close', to: 'send' },
      {
        from: 'close',
        to: 'draft',
        loop: true,
        when: { left: '${close.output.text}', op: 'empty' },
      },
    ],
  };
  await send('POST', '/api/v1/workflows', { body: flow });
  const odd = 'A ${trigger.to} $& {{x}}';
  const run = await send('POST', '/api/v1/workflows/letters/nodes/close/run?wait=20', {
    body: { outputs: { draft: { [odd]: odd }, tone: 'stern', start: null } },
  });
  expect([run.status, run.body.status]).toEqual([200, 'completed']);
  expect(run.body.run.output).toEqual({
    text: { [odd]: odd },
    tone: 'stern',
    in: { text: { [odd]: odd }, tone: 'stern' },
  });
  expect(run.body.run.workflow).toMatchObject({
    id: 'letters#run:close',
    name: 'Trial run of close: Letters',
  });
  const alone = await send('POST', '/api/v1/workflows/letters/nodes/draft/run?wait=20', {
    body: { input: { to: 'Ada' } },
  });
  expect(alone.body.run.output).toBe('Write to Ada.');
  expect(alone.body.run.nodes.send.activations).toBe(0);
  // What nobody supplied is missing.
  const missing = await send('POST', '/api/v1/workflows/letters/nodes/close/run?wait=20', {
    body: { outputs: { tone: 'stern' } },
  });
  expect(missing.body).toMatchObject({ status: 'failed', run: { error: { node: 'close' } } });
  expect((await send('GET', '/api/v1/workflows')).body.items).toHaveLength(1);
  expect((await store.definitions.versions(workflowId('letters'))).length).toBe(1);
  const nowhere = await send('POST', '/api/v1/workflows/letters/nodes/nobody/run', { body: {} });
  expect([nowhere.status, nowhere.body.error.code]).toEqual([404, 'NODE_NOT_FOUND']);
});

it('[V29] a node of every dialect runs by itself', async () => {
  const { send } = await serve();
  for (const file of firstExamples) {
    const definition = JSON.parse(readFileSync(new URL(`${file}.json`, examples), 'utf8'));
    const { body: flow } = await send('POST', '/api/v1/workflows/import', { body: definition });
    const { body } = await send('GET', `/api/v1/workflows/${flow.id}/export?dialect=native`);
    const [{ id: node }] = body.definition.nodes;
    const where = `/api/v1/workflows/${flow.id}/nodes/${encodeURIComponent(node)}/run?wait=20`;
    const run = await send('POST', where, { body: { input: 'hello' } });
    expect([file, run.status, run.body.run?.nodes[node].activations]).toEqual([file, 200, 1]);
  }
});
