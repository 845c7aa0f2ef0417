// A workflow as a model of the OpenAI API: the `openai` package talks to it, and approves what it asks.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { createEngine } from 'skein';

const engine = await createEngine();
await engine.workflows.save(
  {
    skein: 1,
    id: 'order',
    metadata: { publish: ['openai'] },
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

// #region chat
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'a key of the server' });
const say = async (content: string) => {
  const reply = await client.chat.completions.create(
    { model: 'order', messages: [{ role: 'user', content }] },
    { headers: { 'X-OpenWebUI-Chat-Id': 'chat-1' } },
  );
  return reply.choices[0]?.message.content;
};
await say('two chairs'); // Order it? Answer "approve" or "reject", with a reason if you like.
const ordered = await say('approve'); // Ordered: two chairs.
// #endregion

// #region responses
const asked = await client.responses.create({ model: 'order', input: 'a lamp' });
const request = asked.output.find((item) => item.type === 'mcp_approval_request');
const done = await client.responses.create({
  model: 'order',
  previous_response_id: asked.id,
  input: [
    {
      type: 'mcp_approval_response',
      approval_request_id: request?.id ?? '',
      approve: true,
    },
  ],
});
console.log(done.output_text); // Ordered: a lamp.
// #endregion

assert.equal(ordered, 'Ordered: two chairs.');
assert.equal(done.output_text, 'Ordered: a lamp.');
server.closeAllConnections();
server.close();
await engine.close();
