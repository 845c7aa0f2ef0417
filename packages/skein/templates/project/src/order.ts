// A durable function: what its steps gave is recorded, so a run goes on where it was after a crash, a restart or days of waiting.
import { workflow } from 'skein';
import { z } from 'zod';
import { shop } from './shop.ts';

export const order = workflow(
  'order',
  { input: z.object({ item: z.string() }) },
  async (io, { item }) => {
    const price = await io.step('price', () => shop.price(item), { retry: 3, timeout: '5s' });
    if (price > 10) {
      const prompt = `Buy ${item} for ${price}?`;
      const { approved } = await io.approval('boss', { prompt, within: '3d' });
      if (!approved) return { bought: false, price };
    }
    return { bought: true, price };
  },
);
