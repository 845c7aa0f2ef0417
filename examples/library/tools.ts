// Tools of one's own: what agents may call, with checked arguments, and one that a person must approve.
import assert from 'node:assert/strict';
import { createEngine, registeredTool, type Script } from 'skein';
import { z } from 'zod';

const paid: string[] = [];

// #region tools
const tools = {
  'order-find': registeredTool({
    description: 'Finds an order by its number.',
    parameters: z.object({ order: z.number().int() }),
    effect: 'pure',
    run: ({ order }) => ({ order, paid: 30 }),
  }),
  'refund-pay': registeredTool({
    description: 'Pays money back.',
    parameters: z.object({ order: z.number().int(), amount: z.number() }),
    approve: true,
    run: ({ order, amount }, { idempotencyKey }) => {
      paid.push(`${order}: ${amount} (${idempotencyKey})`);
      return 'paid';
    },
  }),
};
const engine = await createEngine({ tools, script: askTwiceThenPay() });
// #endregion

// #region run
const clerk = {
  skein: 1,
  nodes: [
    {
      id: 'clerk',
      type: 'agent',
      config: { prompt: '${trigger}', tools: ['order-find', 'refund-pay'] },
    },
  ],
};
const { id } = await engine.runs.start(clerk, { input: 'Order 71 came too late.' });
const { waits } = await engine.runs.settled(id);
// The question contains the exact call: { tool: 'refund-pay', arguments: { order: 71, amount: 30 }, … }.
console.log(waits[0]?.data);
await engine.waits.answer({ run: id, node: 'clerk' }, 'approve');
const { output } = await engine.runs.finished(id);
// #endregion

assert.equal(output, 'We have refunded 30 euros.');
assert.deepEqual(paid, [`71: 30 (${id}/clerk/1/2)`]);
console.log(output);
await engine.close();

/** The first call has wrong arguments: the model is told, and corrects itself. */
function askTwiceThenPay(): Script {
  const find = (order: number | string) => ({ name: 'order-find', arguments: { order } });
  return {
    replies: [
      { toolCalls: [find('71')] },
      { toolCalls: [find(71)] },
      { toolCalls: [{ name: 'refund-pay', arguments: { order: 71, amount: 30 } }] },
      { text: 'We have refunded 30 euros.' },
    ],
    otherwise: 'fail',
  };
}
