// A workflow as an agent of A2A: the client of `@a2a-js/sdk` reads its card, gives it a task, and answers what it asks.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Role, type Task } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { createEngine } from 'skein';

const engine = await createEngine();
await engine.workflows.save(
  {
    skein: 1,
    id: 'order',
    metadata: { publish: ['a2a'] },
    nodes: [
      { id: 'start', type: 'start', config: { schema: { type: 'string' } } },
      { id: 'fine', type: 'approval', config: { prompt: 'Order it?' } },
      { id: 'done', type: 'transform', config: { value: 'Ordered: ${trigger}.' } },
    ],
    edges: [
      { from: 'start', to: 'fine' },
      { from: 'fine', out: 'approved', to: 'done' },
    ],
  },
  { user: 'ada' },
);
// `skein serve` does the same, with keys of its own.
const handler = engine.handler({ user: () => ({ id: 'ada' }), studio: false });
const server = createServer((request, response) => void handler.node(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

// #region client
const client = await new ClientFactory().createFromUrl(`${url}/api/v1/a2a/order/`);
const send = async (text: string, task?: Task) => {
  const content = { $case: 'text', value: text } as const;
  const message = {
    messageId: crypto.randomUUID(), // sent twice, it is one task
    role: Role.ROLE_USER,
    parts: [{ content, metadata: undefined, filename: '', mediaType: 'text/plain' }],
    taskId: task?.id ?? '', // with it, the message answers
    contextId: task?.contextId ?? '',
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  const settings = { tenant: '', configuration: undefined, metadata: undefined };
  return (await client.sendMessage({ ...settings, message })) as Task;
};
const asked = await send('two chairs'); // TASK_STATE_INPUT_REQUIRED: Order it?
const done = await send('approve', asked);
console.log(done.artifacts[0]?.parts[0]?.content?.value); // Ordered: two chairs.
// #endregion

assert.equal(done.artifacts[0]?.parts[0]?.content?.value, 'Ordered: two chairs.');
server.closeAllConnections();
server.close();
await engine.close();
