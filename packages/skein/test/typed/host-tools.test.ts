import { createEngine, tool, type CreateEngineOptions } from 'skein';
import { expect, it } from 'vitest';
import { z } from 'zod';

const price = tool({
  description: 'What an item costs.',
  inputSchema: z.object({ item: z.string() }),
  effect: 'pure',
  execute: ({ item }) => ({ item, price: item.length }),
});
const flow = {
  skein: 1,
  id: 'prices',
  nodes: [{ id: 'ask', type: 'tool', config: { tool: 'price', args: { item: 'tea' } } }],
};

it('[SD1203] tools of `tool()` are tools of the engine, beside those of other forms', async () => {
  const tools = { price, plain: () => 1, other: { description: 'x', run: () => 2 } };
  await using engine = await createEngine({ tools });
  const { id } = await engine.runs.start(flow);
  const { output } = await engine.runs.finished(id);
  expect(output).toMatchObject({ results: [{ result: { item: 'tea', price: 3 } }] });
});

it('[SD1203] a tool without a function is refused when the engine is made', async () => {
  // What a program in JavaScript may write.
  const tools = { broken: { description: 'x' } } as unknown as CreateEngineOptions['tools'];
  await expect(createEngine({ tools })).rejects.toThrow('The tool "broken" has no function');
});
