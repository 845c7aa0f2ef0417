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
