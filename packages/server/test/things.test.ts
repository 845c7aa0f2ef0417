import { expect, it } from 'vitest';
import { hello, serve } from './serving.ts';

it('[V60] an output is read by its id, and so is what a run was started with', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  const { body } = await send('POST', '/api/v1/workflows/hello/run?wait=20', {
    body: { input: { name: 'Ada' } },
  });
  const [output] = body.run.outputs.greet;
  const read = await send('GET', `/api/v1/outputs/${output.id}`);
  expect(read.body).toMatchObject({
    uuid: output.id,
    run: body.run_id,
    node: 'greet',
    raw_data: 'Hello, Ada!',
    markdown_representation: 'Hello, Ada!',
  });
  const pipeline = await send('GET', `/api/v1/runs/${body.run_id}?view=pipeline`);
  const { uuid } = pipeline.body.trigger_output;
  const trigger = await send('GET', `/api/v1/outputs/${uuid}`);
  expect(trigger.body).toMatchObject({ uuid, node: null, raw_data: { name: 'Ada' } });
  const unknown = await send('GET', '/api/v1/outputs/nope');
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
});

it('[V61] agents and saved filters are made, read, changed and deleted', async () => {
  const { send } = await serve();
  const writer = {
    id: 'writer',
    name: 'Writer',
    systemPrompt: 'Write.',
    model: 'scripted',
    tools: [],
  };
  expect((await send('POST', '/api/v1/agents', { body: writer })).body).toEqual(writer);
  expect((await send('POST', '/api/v1/agents', { body: writer })).status).toBe(409);
  const changed = await send('PUT', '/api/v1/agents/writer', {
    body: { ...writer, name: 'Author' },
  });
  expect(changed.body.name).toBe('Author');
  expect((await send('GET', '/api/v1/agents')).body.items).toEqual([{ ...writer, name: 'Author' }]);
  expect((await send('DELETE', '/api/v1/agents/writer')).status).toBe(204);
  expect((await send('GET', '/api/v1/agents/writer')).status).toBe(404);
  const view = await send('POST', '/api/v1/views', {
    body: { name: 'W', filter: { status: 'waiting' } },
  });
  expect((await send('GET', '/api/v1/views')).body.items).toEqual([view.body]);
  expect((await send('DELETE', `/api/v1/views/${view.body.id}`)).status).toBe(204);
  expect((await send('DELETE', `/api/v1/views/${view.body.id}`)).status).toBe(404);
});

it('[V66] an agent graph may only name its agents: a run has them as they were stored when it began', async () => {
  const serving = await serve();
  const { send, store } = serving;
  const graph = {
    id: 'chat',
    name: 'Chat',
    isConversational: true,
    entrypointNodeId: 'n1',
    agents: [],
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
  const missing = await send('PUT', '/api/v1/workflows/chat', { body: graph });
  expect([missing.status, missing.body.error.details.diagnostics[0].code]).toEqual([
    422,
    'AGENT_UNKNOWN',
  ]);
  const writer = {
    id: 'writer',
    name: 'Writer',
    systemPrompt: 'Write in verse.',
    model: 'scripted',
  };
  await send('POST', '/api/v1/agents', { body: writer });
  const checked = await send('POST', '/api/v1/workflows/validate', { body: graph });
  expect(checked.body).toMatchObject({ valid: true, diagnostics: [] });
  const put = await send('PUT', '/api/v1/workflows/chat', { body: graph });
  expect([put.status, put.body.diagnostics, put.body.definition]).toEqual([201, [], graph]);
  const native = await send('GET', '/api/v1/workflows/chat/export?dialect=native');
  expect(JSON.stringify(native.body.definition)).toContain('Write in verse.');
  const start = async () =>
    (await send('POST', '/api/v1/workflows/chat/run?wait=20', { body: { input: 'Hi' } })).body.run;
  const before = await start();
  expect(before.status).toBe('waiting');
  const promptOf = async (version: string) =>
    (await send('GET', `/api/v1/workflows/chat?version=${version}`)).body.definition.agents[0]
      .systemPrompt;
  expect(await promptOf(before.workflow.version)).toBe('Write in verse.');
  await send('PUT', '/api/v1/agents/writer', { body: { ...writer, systemPrompt: 'Write prose.' } });
  const after = await start();
  expect(await promptOf(after.workflow.version)).toBe('Write prose.');
  // The one that had begun goes on as it was.
  const [wait] = before.waits;
  await send('POST', `/api/v1/waits/${wait.id}/answer`, { body: 'More' });
  const run = await serving.engine.runs.settled(before.id);
  expect([run.status, run.workflow.version]).toEqual(['waiting', before.workflow.version]);
  expect((await send('GET', '/api/v1/workflows')).body.items).toMatchObject([
    { id: 'chat', version: put.body.version },
  ]);
  expect((await send('GET', '/api/v1/workflows/chat')).body.definition).toEqual(graph);
  // What travels with a definition is stored with it, in one transaction.
  const literal = { ...graph, id: 'two', agents: [{ id: 'editor', systemPrompt: 'Edit.' }] };
  literal.nodes = [{ id: 'm1', nodeType: 'AGENT', nodeName: 'Editor', agentId: 'editor' }];
  literal.entrypointNodeId = 'm1';
  literal.edges = [{ ...graph.edges[0], id: 'f1', sourceNodeId: 'm1' }] as never;
  expect((await send('PUT', '/api/v1/workflows/two', { body: literal })).status).toBe(201);
  expect((await store.agents.get('editor', ''))?.systemPrompt).toBe('Edit.');
  const ids = async (table: 'workflow_nodes' | 'workflow_edges') =>
    (await store.tables.find(table, { workflowId: 'two' })).map(({ id }) => id);
  expect([await ids('workflow_nodes'), await ids('workflow_edges')]).toEqual([['m1'], ['f1']]);
});

it('[V62] workflows are tools at /mcp', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  for (const place of ['/mcp', '/api/v1/mcp']) {
    const { status, body } = await send('POST', place, {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      },
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect([place, status]).toEqual([place, 200]);
    expect(JSON.stringify(body)).toContain('serverInfo');
  }
});

it('[V16] workflows of every dialect are switched off and on without a new version', async () => {
  const { send } = await serve();
  const made = await send('POST', '/api/v1/workflows', { body: hello });
  const off = await send('PATCH', '/api/v1/workflows/hello', { body: { isActive: false } });
  expect(off.body).toMatchObject({ isActive: false, version: made.body.version });
  expect((await send('GET', '/api/v1/workflows')).body.items).toMatchObject([{ isActive: false }]);
  const run = await send('POST', '/api/v1/workflows/hello/run?wait=20', { body: {} });
  expect(run.body.status).toBe('completed');
  const on = await send('PATCH', '/api/v1/workflows/hello', { body: { isActive: true } });
  expect(on.body.isActive).toBe(true);
  const flow = await send('POST', '/api/v1/workflows', { body: { name: 'Mails' } });
  const place = `/api/v1/workflows/${flow.body.id}`;
  const stopped = await send('PATCH', place, { body: { is_active: false } });
  expect(stopped.body).toMatchObject({ isActive: false, is_active: false });
});
