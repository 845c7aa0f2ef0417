// A server, and a program on another machine that uses it: a workflow is saved and run, its events are followed, a person answers.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from 'skein';
import { ClientError, createClient, UnreachableError } from 'skein/client';

const engine = await createEngine();
const { node } = engine.handler({ user: () => ({ id: 'ada' }), studio: false });
const listening = createServer((incoming, outgoing) => void node(incoming, outgoing));
await new Promise<void>((resolve) => {
  listening.listen(0, '127.0.0.1', resolve);
});
const server = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;

// #region client
const client = createClient({ server, key: 'a key of the server' });
await client.call('putWorkflow', {
  params: { id: 'order' },
  body: {
    skein: 1,
    nodes: [
      { id: 'boss', type: 'approval', config: { prompt: 'Buy ${trigger.item}?' } },
      { id: 'buy', type: 'transform', config: { value: 'Bought: ${trigger.item}.' } },
    ],
    edges: [{ from: 'boss', out: 'approved', to: 'buy' }],
  },
});
const { run_id: run } = await client.call('runWorkflow', {
  params: { id: 'order' },
  body: { input: { item: 'tea' } },
});
for await (const update of client.events(run)) {
  if (update.type !== 'event') continue; // a token of a model
  if (!update.derived.some(({ type }) => type === 'wait.opened')) continue;
  const { items } = await client.call('listWaits', { query: { run } });
  for (const { id } of items)
    await client.call('answerWait', { params: { id }, body: { decision: 'approve' } });
}
const { status, output } = await client.call('getRun', { params: { id: run } });
console.log(status, output); // completed Bought: tea.
// #endregion
assert.deepEqual([status, output], ['completed', 'Bought: tea.']);

// #region errors
try {
  await client.call('getRun', { params: { id: 'nothing' } });
} catch (error) {
  if (error instanceof ClientError) console.log(error.status, error.code, error.hint); // 404 RUN_NOT_FOUND …
  else if (error instanceof UnreachableError) console.log(error.reason);
  else throw error;
}
// #endregion
await engine.close();
listening.closeAllConnections();
listening.close();
