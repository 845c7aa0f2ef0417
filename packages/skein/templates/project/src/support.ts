// An agent with two tools. Before it pays back more than 20, a person decides.
import { agent, tool } from 'skein';
import { z } from 'zod';
import { shop } from './shop.ts';

export const support = agent({
  id: 'support',
  // Without a model of its own, the default model answers: see README.md.
  instructions: 'You help customers of a shop. Look orders up, and never guess.',
  tools: {
    findOrder: tool({
      description: 'Finds an order by its number.',
      inputSchema: z.object({ order: z.number().int() }),
      effect: 'pure',
      execute: ({ order }) => shop.order(order),
    }),
    refund: tool({
      description: 'Pays money back.',
      inputSchema: z.object({ order: z.number().int(), amount: z.number() }),
      approve: ({ amount }) => amount > 20,
      execute: ({ order, amount }, { key }) => shop.refund(order, amount, key),
    }),
  },
});
