// A webhook that starts a workflow: its secret, a signed delivery, and the run that it is, once.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createEngine } from 'skein';

const engine = await createEngine();
const handler = engine.handler({ user: () => ({ id: 'ada' }), studio: false });
const place = 'http://skein.test/api/v1';
const call = async (method: string, path: string, body: unknown = {}) => {
  const headers = { 'content-type': 'application/json' };
  const sent = new Request(`${place}${path}`, { method, headers, body: JSON.stringify(body) });
  // It is what docs/rest.md says.
  return (await (await handler(sent)).json()) as { uuid: string; secret: string };
};

// #region webhook
await call('PUT', '/workflows/greet', {
  skein: 1,
  nodes: [
    { id: 'start', type: 'start', config: { schema: { type: 'object', required: ['name'] } } },
    { id: 'say', type: 'transform', config: { value: 'Hello, ${trigger.name}!' } },
  ],
  edges: [{ from: 'start', to: 'say' }],
});
const { uuid: trigger } = await call('POST', '/workflows/greet/triggers', {
  name: 'hello',
  trigger_type_id: 'webhook',
});
const { secret } = await call('POST', `/triggers/${trigger}/secret`); // shown once: give it to the sender

// What the sender does, with any library for Standard Webhooks.
const deliver = async (id: string, body: string) => {
  const time = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${signature}`,
  };
  return handler(new Request(`${place}/hooks/${trigger}`, { method: 'POST', headers, body }));
};
const answer = await deliver('msg_1', '{"name":"Ada"}'); // 202 { run_id }
// #endregion

const { run_id: run } = (await answer.json()) as { run_id: string };
assert.equal(answer.status, 202);
assert.equal((await engine.runs.finished(run)).output, 'Hello, Ada!');
const again = (await (await deliver('msg_1', '{"name":"Ada"}')).json()) as { run_id: string };
assert.equal(again.run_id, run);
const headers = { 'content-type': 'application/json' };
const unsigned = { method: 'POST', headers, body: '{"name":"Eve"}' };
assert.equal((await handler(new Request(`${place}/hooks/${trigger}`, unsigned))).status, 401);
await engine.close();
