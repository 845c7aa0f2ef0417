// An MCP server that takes the tokens of an account: the run waits for the sign-in before its tools are even known.
import { expect, it } from 'vitest';
import { connectedServer } from './connected-server.ts';

it('[X2514] an MCP server of a user is called with the account of that user, after the sign-in that the run waits for', async () => {
  const world = await connectedServer(() => ({
    script: {
      replies: [{ toolCalls: [{ name: 'crm-whoami', arguments: {} }] }, { text: 'Done.' }],
    },
  }));
  await world.connect();
  const server = { url: `${world.service.url}/mcp`, auth: { connection: 'crm' } };
  const put = await world.call('ann', 'PUT', '/my/mcp-servers/crm', server);
  expect(put.json).toMatchObject({ state: 'failed', error: expect.stringContaining('sign-in') });
  const nodes = [{ id: 'agent', type: 'agent', config: { prompt: 'Hi', tools: ['crm-whoami'] } }];
  const run = await world.run('ann', { skein: 1, nodes, edges: [] });
  expect(run.status).toBe('waiting');
  expect(await world.waits('ann')).toMatchObject([{ kind: 'auth', data: { connection: 'crm' } }]);
  expect((await world.service.seen()).asked).toEqual([]);
  await world.signIn('ann', 'ann@crm');
  await expect
    .poll(async () => (await world.settled('ann', run.id)).status, { timeout: 20_000 })
    .toBe('completed');
  const { text } = await world.call('ann', 'GET', `/runs/${run.id}/journal`);
  expect(text).toContain('ann@crm Bearer [secret crm]');
  const { tokens, asked } = await world.service.seen();
  for (const token of tokens) expect(text).not.toContain(token);
  expect(new Set(asked)).toEqual(new Set(['mcp ann@crm']));
});
