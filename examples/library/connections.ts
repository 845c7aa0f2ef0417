// Accounts of people in a workflow: a program with sign-ins of its own gives runs the tokens of their owners, and runs wait for a sign-in.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from 'skein';

const crm = createServer((request, response) => {
  const [, account] = /^Bearer token-of-(\w+)$/.exec(request.headers.authorization ?? '') ?? [];
  response.writeHead(account === undefined ? 401 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ account: account ?? null }));
});
await new Promise<void>((done) => crm.listen(0, '127.0.0.1', done));
const { port } = crm.address() as AddressInfo;
const host = `127.0.0.1:${port}`;

// #region engine
const tokens = new Map<string, string>();
const engine = await createEngine({
  http: { allow: [host] },
  connections: {
    async access(connection, { user = '' }) {
      if (connection !== 'crm') return { state: 'unknown', known: ['crm'] };
      const token = tokens.get(user);
      if (token !== undefined) return { state: 'ready', token, hosts: [host] };
      const url = `https://app.example.com/accounts/${connection}`;
      return { state: 'sign-in', url, why: 'nobody has signed in yet.' };
    },
  },
});
// #endregion

// #region run
const flow = {
  skein: 1,
  nodes: [
    {
      id: 'me',
      type: 'http',
      config: { url: `http://${host}/me`, auth: { connection: 'crm' } },
    },
  ],
};
const { id } = await engine.runs.start(flow, { user: 'ann' });
await engine.runs.settled(id);
const { items } = await engine.waits.list({ run: id });
for (const { question } of items) console.log(question.kind, question.data);

// Ann signs in, and the run goes on.
tokens.set('ann', 'token-of-ann');
for (const wait of items) await engine.waits.answer(wait.id, {});
const { output } = await engine.runs.finished(id);
console.log(output);
// #endregion

assert.equal(items[0]?.question.kind, 'auth');
assert.deepEqual(output, { account: 'ann' });
await engine.close();
crm.close();
