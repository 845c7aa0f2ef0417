// A workflow behind the AI SDK: its transport sends what is said, its reader makes messages of the stream, and an approval goes back in a
// part of the message. `useChat` does the same in a component.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { createEngine } from 'skein';

const engine = await createEngine();
await engine.workflows.save(
  {
    skein: 1,
    id: 'order',
    metadata: { publish: ['ai-sdk'] },
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
const transport = new DefaultChatTransport({ api: `${url}/api/v1/chat/order` });
const said: UIMessage = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'two chairs' }] };
const send = async (...messages: UIMessage[]) => {
  const options = {
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
  } as const;
  const stream = await transport.sendMessages({ chatId: 'c1', messages, ...options });
  const last = messages.at(-1);
  let reply: UIMessage = { id: '', role: 'assistant', parts: [] };
  const started = last?.role === 'assistant' ? { message: last } : {};
  for await (const message of readUIMessageStream({ stream, ...started })) reply = message;
  return reply;
};
const asked = await send(said); // a part in the state approval-requested: Order it?
const parts = asked.parts.map((part) =>
  part.type === 'dynamic-tool' && part.state === 'approval-requested'
    ? {
        ...part,
        state: 'approval-responded' as const,
        approval: { ...part.approval, approved: true },
      }
    : part,
);
const done = await send(said, { ...asked, parts });
console.log(done.parts.findLast((part) => part.type === 'text')?.text); // Ordered: two chairs.
// #endregion

assert.ok(asked.parts.some((part) => 'state' in part && part.state === 'approval-requested'));
assert.equal(done.parts.findLast((part) => part.type === 'text')?.text, 'Ordered: two chairs.');
server.closeAllConnections();
server.close();
await engine.close();
