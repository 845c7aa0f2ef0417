// Schemas that a program gives to the engine: used, or refused when the engine is made.
import { createEngine } from '../src/index.ts';
import { expect, it } from 'vitest';

/** A Standard Schema without a library: it knows no JSON schema. */
const positive = {
  '~standard': {
    version: 1,
    vendor: 'mine',
    validate: (value: unknown) =>
      typeof value === 'object' && value !== null && 'amount' in value && Number(value.amount) > 0
        ? { value: { amount: Number(value.amount) } }
        : { issues: [{ message: 'must be above 0', path: ['amount'] }] },
  },
} as const;

it('[C381] what is no schema is refused, all at once, with its place and what to do', async () => {
  const run = () => 1;
  const make = () =>
    createEngine({
      functions: { pay: { args: { amount: 'number' } as never, run } },
      tools: {
        look: { parameters: { type: 'objekt' }, run },
        send: { parameters: positive, run },
        fine: { parameters: positive, jsonSchema: { type: 'object' }, run },
      },
      dataflow: { node: { configSchema: { $ref: 'https://example.com/x' }, run: run as never } },
    });
  await expect(make()).rejects.toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      details: expect.objectContaining({
        problems: [
          expect.stringMatching(/^functions\.pay\.args is not a schema/),
          expect.stringMatching(/^tools\.look\.parameters .* \(at \/type\)$/),
          expect.stringMatching(/^tools\.send\.parameters .* set "jsonSchema"/),
          expect.stringMatching(/^dataflow\.node\.configSchema .* does not lead to a schema/),
        ],
      }),
    }),
  );
});

it('[C381] a Standard Schema of any library checks what a function is called with', async () => {
  const engine = await createEngine({
    functions: { pay: { args: positive, run: (args) => args as never } },
  });
  const start = async (amount: number) => {
    const { id } = await engine.runs.start(
      {
        skein: 1,
        id: 'w',
        nodes: [{ id: 'pay', type: 'function', config: { name: 'pay', args: '${trigger}' } }],
        edges: [],
      },
      { input: { amount } },
    );
    return engine.runs.finished(id);
  };
  expect(await start(5)).toMatchObject({ status: 'completed' });
  expect(await start(-5)).toMatchObject({
    status: 'failed',
    error: {
      code: 'FUNCTION_ARGS_INVALID',
      message: expect.stringContaining('"amount": must be above 0'),
    },
  });
  await engine.close();
});
