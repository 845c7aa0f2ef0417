// A workflow as an agent of AG-UI: the client of `@ag-ui/client` runs it, and resumes it with an answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpAgent } from '@ag-ui/client';
import { createEngine } from 'skein';

const engine = await createEngine();
await engine.workflows.save(
  {
    skein: 1,
    id: 'order',
    metadata: { publish: ['ag-ui'] },
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
const agent = new HttpAgent({ url: `${url}/api/v1/ag-ui/order`, threadId: 't1' });
agent.addMessage({ id: 'm1', role: 'user', content: 'two chairs' });
await agent.runAgent();
const [asked] = agent.pendingInterrupts; // { reason: 'approval', message: 'Order it?', … }
const { result } = await agent.runAgent({
  resume: [{ interruptId: asked?.id ?? '', status: 'resolved', payload: { approved: true } }],
});
console.log(result); // Ordered: two chairs.
// #endregion

assert.equal(asked?.message, 'Order it?');
assert.equal(result, 'Ordered: two chairs.');
server.closeAllConnections();
server.close();
await engine.close();
