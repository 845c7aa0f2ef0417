import { expect, it } from 'vitest';
import { serve, type Serving } from './serving.ts';

/** As its design has it: agents are only named. */
const graph = {
  id: 'chat',
  name: 'Chat',
  isConversational: true,
  entrypointNodeId: 'n1',
  nodes: [{ id: 'n1', nodeType: 'AGENT', nodeName: 'Writer', agentId: 'writer' }],
  edges: [
    {
      id: 'e1',
      sourceNodeId: 'n1',
      targetNodeId: null,
      conditionType: 'CONDITIONAL',
      conditionValue: 'END',
    },
  ],
};

const writer = { id: 'writer', name: 'Writer', systemPrompt: 'Write in verse.', model: 'scripted' };

async function start({ send }: Serving) {
  const { status, body } = await send('POST', '/api/v1/workflows/chat/run?wait=20', {
    body: { input: 'Hi' },
  });
  expect([status, body]).toMatchObject([200, { run: { status: 'waiting' } }]);
  return body;
}

async function promptOf({ send }: Serving, version: string): Promise<string | undefined> {
  const { body } = await send('GET', `/api/v1/workflows/chat?version=${version}`);
  return body.definition.agents?.[0].systemPrompt;
}

it('[V67] agents that are stored after the workflow count from the next run, and until then each start names them', async () => {
  const serving = await serve();
  const { send } = serving;
  const put = await send('PUT', '/api/v1/workflows/chat', { body: graph });
  const unknown = { code: 'AGENT_UNKNOWN', severity: 'warning', pointer: '/nodes/0/agentId' };
  expect([put.status, put.body.diagnostics]).toMatchObject([201, [unknown]]);
  const before = await start(serving);
  expect(before.diagnostics).toMatchObject([unknown]);
  expect(before.diagnostics[0].message).toContain('"writer"');
  expect(await promptOf(serving, before.run.workflow.version)).toBeUndefined();
  await send('POST', '/api/v1/agents', { body: writer });
  const after = await start(serving);
  expect(after.diagnostics).toBeUndefined();
  expect(await promptOf(serving, after.run.workflow.version)).toBe('Write in verse.');
  expect((await send('GET', '/api/v1/workflows/chat')).body.diagnostics).toEqual([]);
  // The run that began without them keeps what it began with.
  expect(before.run.workflow.version).toBe(put.body.version);
  await send('PUT', '/api/v1/agents/writer', { body: { ...writer, systemPrompt: 'Write prose.' } });
  expect(await promptOf(serving, (await start(serving)).run.workflow.version)).toBe('Write prose.');
  await send('DELETE', '/api/v1/agents/writer');
  expect((await start(serving)).diagnostics).toMatchObject([unknown]);
});

const pair = {
  ...graph,
  nodes: [...graph.nodes, { id: 'n2', nodeType: 'AGENT', nodeName: 'Editor', agentId: 'editor' }],
  edges: [
    ...graph.edges,
    { ...graph.edges[0], id: 'e2', targetNodeId: 'n2', conditionValue: 'Editor' },
    { ...graph.edges[0], id: 'e3', sourceNodeId: 'n2' },
  ],
};

it('[V67] a workflow is saved between the agents that it names, in any order', async () => {
  const serving = await serve();
  const { send } = serving;
  await send('POST', '/api/v1/agents', { body: writer });
  const unknown = { code: 'AGENT_UNKNOWN', severity: 'error', pointer: '/nodes/1/agentId' };
  const put = await send('PUT', '/api/v1/workflows/chat', { body: pair });
  expect([put.status, put.body.diagnostics]).toMatchObject([201, [unknown]]);
  const again = await send('PUT', '/api/v1/workflows/chat?tables=recreate', { body: pair });
  expect([again.status, again.body.diagnostics]).toMatchObject([200, [unknown]]);
  const refused = await send('POST', '/api/v1/workflows/chat/run', { body: { input: 'Hi' } });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'WORKFLOW_INVALID']);
  await send('POST', '/api/v1/agents', { body: { ...writer, id: 'editor' } });
  expect((await start(serving)).diagnostics).toBeUndefined();
  // One that the definition itself should contain is refused, as ever.
  const typo = { ...pair, agents: [writer] };
  await send('DELETE', '/api/v1/agents/editor');
  const wrong = await send('PUT', '/api/v1/workflows/chat', { body: typo });
  expect([wrong.status, wrong.body.error.code]).toEqual([422, 'WORKFLOW_INVALID']);
});

it('[V67] an agent that is missing beside others stops the start, and is named', async () => {
  const { send } = await serve();
  const put = await send('PUT', '/api/v1/workflows/chat', { body: pair });
  expect(put.status).toBe(201);
  await send('POST', '/api/v1/agents', { body: writer });
  const refused = await send('POST', '/api/v1/workflows/chat/run', { body: { input: 'Hi' } });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'WORKFLOW_INVALID']);
  expect(refused.body.error.details.diagnostics).toMatchObject([
    { code: 'AGENT_UNKNOWN', severity: 'error', pointer: '/nodes/1/agentId' },
  ]);
});

it('[V68] a save upserts the rows of an agent graph, or deletes and recreates them', async () => {
  const { send, store } = await serve();
  const edges = async () =>
    (await store.tables.find('workflow_edges', { workflowId: 'chat' })).map(({ id }) => id);
  const place = '/api/v1/workflows/chat';
  expect((await send('PUT', place, { body: graph })).status).toBe(201);
  const [edge] = graph.edges;
  const other = { ...graph, edges: [{ ...edge, id: 'e2' }] };
  const put = await send('PUT', `${place}?tables=recreate`, { body: other });
  expect([put.status, await edges()]).toEqual([200, ['e2']]);
  expect((await send('PUT', `${place}?tables=upsert`, { body: graph })).status).toBe(200);
  expect(await edges()).toEqual(['e1']);
  const refused = await send('PUT', `${place}?tables=drop`, { body: graph });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'REQUEST_INVALID']);
});

it('[V3813] a tool that is not written as one is refused, and not left out', async () => {
  const { send } = await serve();
  const refused = await send('PUT', '/api/v1/agents/helper', { body: { tools: ['refund'] } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('/tools/0');
  expect((await send('GET', '/api/v1/agents/helper')).status).toBe(404);
});
