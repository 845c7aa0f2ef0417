// Goal: an MCP server that people sign in to needs nothing but its address. Method: a real authorization server (oidc-provider) in a process of its
// own, which registers clients by itself, and whose MCP server says where it is described at no usual place.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { connectedServer } from './connected-server.ts';

const nodes = [{ id: 'agent', type: 'agent', config: { prompt: 'Hi', tools: ['crm-whoami'] } }];
const flow = { skein: 1, nodes, edges: [] };
const whoami = { toolCalls: [{ name: 'crm-whoami', arguments: {} }] };

/** Its operator knows the address of the MCP server alone, and has set it up for everybody. */
async function world(replies: readonly object[] = [whoami, { text: 'Done.' }]) {
  const made = await connectedServer(() => ({ script: { replies } }));
  const { service, call } = made;
  const mcp = `${service.url}/mcp`;
  const connection = await call('local', 'PUT', '/connections/crm', { mcp });
  expect([connection.status, connection.json.clientId]).toEqual([201, '']);
  const server = { url: mcp, auth: { connection: 'crm' } };
  const added = await call('local', 'PUT', '/mcp-servers/crm', server);
  expect(added.json).toMatchObject({ state: 'failed', error: expect.stringContaining('sign-in') });
  const completed = async (user: string, id: string) => {
    const status = async () => (await made.settled(user, id)).status;
    await expect.poll(status, { timeout: 20_000 }).toBe('completed');
  };
  return { ...made, completed };
}

it('[X2750] a server for everybody is called with the account of whoever the run belongs to, after a sign-in with a client of its own', async () => {
  const { service, call, run, waits, signIn, completed } = await world([
    whoami,
    { text: 'Done.' },
    whoami,
    { text: 'Done.' },
  ]);
  const journals: string[] = [];
  for (const user of ['ann', 'bob']) {
    const begun = await run(user, flow);
    expect(begun.status).toBe('waiting');
    expect(await waits(user)).toMatchObject([{ kind: 'auth', data: { connection: 'crm' } }]);
    expect((await signIn(user, `${user}@crm`)).status).toBe(200);
    await completed(user, begun.id);
    const journal = (await call(user, 'GET', `/runs/${begun.id}/journal`)).text;
    expect(journal).toContain(`${user}@crm Bearer [secret crm]`);
    journals.push(journal);
  }
  const { tokens, clients, asked } = await service.seen();
  // A client for each user, and no token anywhere but where it belongs.
  expect(new Set(clients).size).toBe(2);
  for (const token of tokens) for (const text of journals) expect(text).not.toContain(token);
  expect(asked.filter((each) => each === 'mcp bob@crm').length).toBeGreaterThan(0);
});

it('[X2751] a token that the server refuses is renewed; a dead sign-in makes the run wait, and the same client signs in again', async () => {
  const { service, run, signIn, completed, waits } = await world([
    whoami,
    { text: 'One.' },
    whoami,
    { text: 'Two.' },
    whoami,
    { text: 'Three.' },
  ]);
  const first = await run('ann', flow);
  await signIn('ann', 'ann@crm');
  await completed('ann', first.id);
  await service.refuseTokens();
  const second = await run('ann', { ...flow, id: 'second' });
  await completed('ann', second.id);
  expect((await service.seen()).granted).toBe(1);
  await service.endSignIns();
  const third = await run('ann', { ...flow, id: 'third' });
  expect(third.status).toBe('waiting');
  expect(await waits('ann')).toMatchObject([{ kind: 'auth' }]);
  await signIn('ann', 'ann@crm');
  await completed('ann', third.id);
  expect((await service.seen()).clients).toHaveLength(1);
});

it('[X2752] a server that wants more scopes than it said makes the run wait for another sign-in, once', async () => {
  const { service, run, begin, comeBack, completed, waits } = await world();
  const begun = await run('ann', flow);
  await service.wantMore();
  const { back, cookie, asked } = await begin('ann', 'ann@crm');
  expect(asked.searchParams.get('scope')).toBe('api');
  await comeBack(back, cookie);
  await expect.poll(async () => (await waits('ann'))[0]?.prompt).toContain('more rights (more)');
  const again = await begin('ann', 'ann@crm');
  expect(again.asked.searchParams.get('scope')).toBe('api more');
  await comeBack(again.back, again.cookie);
  await completed('ann', begun.id);
});

it('[X2753] an MCP server says itself where people sign in, so that a connection for one names no other address', async () => {
  const { call, service } = await connectedServer();
  const mcp = `${service.url}/mcp`;
  const both = await call('local', 'PUT', '/connections/crm', { mcp, issuer: service.url });
  expect([both.status, both.text]).toEqual([400, expect.stringContaining('leave')]);
  const open = await call('local', 'PUT', '/connections/crm', { mcp: 'http://mcp.example/mcp' });
  expect([open.status, open.text]).toEqual([400, expect.stringContaining('https')]);
  const none = await call('local', 'PUT', '/connections/crm', { issuer: service.url });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining('clientId')]);
  await call('local', 'PUT', '/connections/crm', { mcp: `${service.url}/api/me` });
  const sent = await call('ann', 'POST', '/connections/crm/sign-in');
  // The authorization server is looked for where the MCP server is.
  expect([sent.status, new URL(sent.json.url).origin]).toEqual([200, service.url]);
});

it('[X3201] what an MCP server says of sign-ins leads into no private network, unless the operator allows it', async () => {
  const inner = 'https://10.255.255.7';
  const server = createServer((request, response) => {
    const { localPort } = request.socket;
    const place = `http://127.0.0.1:${localPort}`;
    response.setHeader('content-type', 'application/json');
    if (request.url === '/described') {
      const described = { resource: `${place}/mcp`, authorization_servers: [inner] };
      response.end(JSON.stringify(described));
      return;
    }
    const challenge = `Bearer resource_metadata="${place}/described"`;
    response.writeHead(401, { 'www-authenticate': challenge }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const { call } = await connectedServer();
    await call('local', 'PUT', '/connections/crm', { mcp: `http://127.0.0.1:${port}/mcp` });
    const sent = await call('ann', 'POST', '/connections/crm/sign-in');
    expect([sent.status, sent.json.error.message]).toEqual([
      502,
      expect.stringContaining('an address that is not on the open internet'),
    ]);
    expect(sent.text).not.toContain('10.255');
  } finally {
    server.close();
  }
});

it('[X2753] a redirect of an MCP server leads to no other origin', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    // The same program, at another origin.
    const location = `http://localhost:${request.socket.localPort}/elsewhere`;
    response.writeHead(307, { location }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const { call } = await connectedServer();
    await call('local', 'PUT', '/connections/crm', { mcp: `http://127.0.0.1:${port}/mcp` });
    const sent = await call('ann', 'POST', '/connections/crm/sign-in');
    expect(sent.status).toBeGreaterThanOrEqual(400);
    expect(asked).toContain('/mcp');
    expect(asked).not.toContain('/elsewhere');
  } finally {
    server.close();
  }
});
