// A support agent: it streams, remembers, asks a person before it pays much, and goes on after a restart.
import process from 'node:process';
import { agent, createEngine, tool, type Engine } from 'skein';
import { z } from 'zod';
import { shop } from './shop.ts';

// #region agent
export const support = agent({
  id: 'support',
  model: 'anthropic/claude-sonnet-4-5', // or a model of the AI SDK: anthropic('claude-sonnet-4-5')
  instructions: 'You help customers of a shop. Never guess.',
  history: { last: 40 },
  tools: {
    findOrder: tool({
      description: 'Finds an order by its number.',
      inputSchema: z.object({ order: z.number().int() }), // zod, valibot, arktype: any Standard Schema
      effect: 'pure',
      execute: ({ order }) => shop.order(order),
    }),
    refund: tool({
      description: 'Pays money back.',
      inputSchema: z.object({ order: z.number().int(), amount: z.number() }),
      approve: ({ amount }) => amount > 20, // a person decides, and may change the input
      execute: ({ order, amount }, { key }) => shop.refund(order, amount, key),
    }),
  },
});
// #endregion

// #region talk
export async function talk(engine: Engine, print: (text: string) => unknown) {
  const thread = engine.thread('cust-7', support);
  for await (const text of thread.send('Hello').textStream) print(text);
  const reply = thread.send('I want a refund for order 71');
  for await (const part of reply.fullStream) {
    if (part.type === 'tool-result' && part.toolName === 'findOrder') print(part.output.item);
    if (part.type !== 'approval-request' || part.toolName !== 'refund') continue;
    const input = { ...part.input, amount: 25 };
    print(await thread.decide(part.approvalId, { approved: true, input }).text);
  }
}
// #endregion

if (import.meta.main) {
  await using engine = await createEngine({ store: 'sqlite:support.db', agents: [support] });
  await talk(engine, (text) => process.stdout.write(text));
}
// For useChat: app.post('/chat/:id', (c) => engine.thread(c.req.param('id'), support).respond(c.req.raw))
