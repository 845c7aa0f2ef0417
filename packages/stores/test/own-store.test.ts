// Goal: a custom store for an engine implements what an engine needs, and nothing of what a server stores. Method: a store with
// only the parts of `EngineStore`, in which every other one would be missing.
import { memoryStore } from '@skein/stores';
import { createEngine, type EngineStore } from 'skein';
import { expect, it } from 'vitest';

function ownStore(): EngineStore {
  const { runs, definitions, waits, keptEvents, leases, inbox, budgets, tables } = memoryStore();
  return { runs, definitions, waits, keptEvents, leases, inbox, budgets, tables };
}

const workflow = {
  skein: 1,
  id: 'approve',
  nodes: [
    { id: 'boss', type: 'approval', config: { prompt: 'Send it?' } },
    { id: 'send', type: 'transform', config: { value: 'Sent.' } },
  ],
  edges: [{ from: 'boss', out: 'approved', to: 'send' }],
};

it('[S36] an engine works on a store that offers what an engine needs, and no more', async () => {
  const store = ownStore();
  const engine = await createEngine({ store });
  await engine.workflows.save(workflow);
  const { id } = await engine.runs.start('approve');
  await engine.runs.settled(id);
  await engine.close();
  const next = await createEngine({ store, durable: {} });
  await next.waits.answer({ run: id, node: 'boss' }, 'approve');
  expect(await next.runs.finished(id)).toMatchObject({ status: 'completed', output: 'Sent.' });
  await next.workflows.delete('approve');
  await next.close();
});

it('[S36] an agent graph that names agents of a server says which ones are missing', async () => {
  const engine = await createEngine({ store: ownStore() });
  const graph = {
    id: 'g',
    name: 'g',
    entrypointNodeId: 'n',
    nodes: [
      { id: 'n', workflowId: 'g', nodeType: 'AGENT', nodeName: 'N', agentId: 'not in the graph' },
    ],
    edges: [],
  };
  const { diagnostics } = await engine.workflows.save(graph, { dialect: 'agent-graph' });
  expect(diagnostics).toMatchObject([{ code: 'AGENT_UNKNOWN', pointer: '/nodes/0/agentId' }]);
  await engine.close();
});
