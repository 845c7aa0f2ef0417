// Goal: whoever talks to a workflow through another protocol is told where to sign in, in the words of that protocol. Method: a workflow that needs
// an account at a real OAuth server, asked as an A2A agent and as a model.
import { expect, it } from 'vitest';
import { connectedServer, origin } from './connected-server.ts';

it('[X3205] a sign-in that a run needs is AUTH_REQUIRED of A2A and a link in a chat; after it the task goes on by itself', async () => {
  const world = await connectedServer();
  await world.connect();
  const config = { url: `${world.service.url}/api/me`, auth: { connection: 'crm' } };
  const flow = {
    skein: 1,
    id: 'me',
    metadata: { publish: ['a2a', 'openai'] },
    nodes: [{ id: 'ask', type: 'http', config }],
    edges: [],
  };
  expect((await world.call('ann', 'PUT', '/workflows/me', flow)).status).toBe(201);
  const rpc = async (method: string, params: unknown) =>
    (await world.call('ann', 'POST', '/a2a/me', { jsonrpc: '2.0', id: 1, method, params })).json;
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Who am I?' }] };
  const { task } = (await rpc('SendMessage', { message })).result;
  const link = `${origin}/settings?tab=connections`;
  expect(task.status).toMatchObject({
    state: 'TASK_STATE_AUTH_REQUIRED',
    message: { parts: [{ text: expect.stringContaining(link) }, { data: { kind: 'auth' } }] },
  });
  const chat = await world.server.fetch(
    new Request(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.keyOf('ann')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ model: 'me', messages: [{ role: 'user', content: 'Who am I?' }] }),
    }),
  );
  expect(await chat.text()).toContain(link);
  await world.signIn('ann', 'ann@crm');
  const state = async () => (await rpc('GetTask', { id: task.id })).result.status.state;
  await expect.poll(state, { timeout: 20_000 }).toBe('TASK_STATE_COMPLETED');
});
