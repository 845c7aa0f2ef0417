// A durable function: a step, an approval with a deadline, a run that goes on after a restart.
import assert from 'node:assert/strict';
// #region hello
import { createEngine, workflow } from 'skein';
import { z } from 'zod';

const order = workflow('order', { input: z.object({ item: z.string() }) }, async (io, { item }) => {
  const price = await io.step('price', () => (item === 'tea' ? 4 : 40), {
    retry: 3,
    timeout: '5s',
  });
  if (price > 10) {
    const { approved } = await io.approval('boss', {
      prompt: `Buy ${item} for ${price}?`,
      within: '3d',
    });
    if (!approved) return { bought: false, price };
  }
  return { bought: true, price };
});

// With store: 'sqlite:./skein.db' its runs go on in the next process.
const engine = await createEngine({ workflows: [order] });
const { output } = await engine.run(order, { item: 'tea' }); // { bought: boolean; price: number }

const run = await engine.start(order, { item: 'lamp' }, { key: 'order-17' });
await run.settled();
await run.answer('boss', true);
const { output: lamp } = await run.result();
await engine.close();
// #endregion
assert.deepEqual(
  [output, lamp],
  [
    { bought: true, price: 4 },
    { bought: true, price: 40 },
  ],
);
