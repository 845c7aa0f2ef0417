import { event, createEngine, EngineError, RunError, type Engine, type Workflow } from 'skein';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

interface Order {
  readonly item: string;
}

/** What a maker gives, written by hand. */
function flow<In, Out>(id: string, parts: Partial<Workflow<In, Out>> = {}): Workflow<In, Out> {
  const nodes = [
    { id: 'start', type: 'start' },
    { id: 'work', type: `work:${id}` },
  ];
  return {
    id,
    definition: { skein: 1, id, nodes, edges: [{ from: 'start', to: 'work' }] },
    nodeTypes: new Map([
      [
        `work:${id}`,
        {
          kind: { type: `work:${id}`, mode: 'execute', ports: ['output'] },
          description: 'Gives back what it gets.',
          run: ({ previous }) => ({ value: { id, got: previous ?? null } }),
        },
      ],
    ]),
    workflows: [],
    ...parts,
  };
}

describe('the typed engine', () => {
  it('[SD60] saves the workflows it is given and those they start, once each', async () => {
    const below = flow('below');
    const above = flow('above', { workflows: [below, flow('beside', { workflows: [below] })] });
    await using engine = await createEngine({ workflows: [above] });
    const { items } = await engine.workflows.list();
    expect(items.map(({ id }) => id).toSorted()).toEqual(['above', 'below', 'beside']);
    expect((await engine.run(below, null)).output).toEqual({ id: 'below', got: null });
  });

  it('[SD60] refuses two different workflows of one id, and two meanings of one node type', async () => {
    await expect(createEngine({ workflows: [flow('twice'), flow('twice')] })).rejects.toThrow(
      'workflows: two different workflows have the id "twice"',
    );
    const [one, other] = [flow('one'), flow('other')];
    const mixed = { ...other, nodeTypes: flow('one').nodeTypes };
    await expect(createEngine({ workflows: [one, mixed] })).rejects.toThrow(
      'workflows: the node type "work:one" has two meanings',
    );
  });

  it('[SD61] runs and starts with the types of the ends', async () => {
    const order = flow<Order, { id: string; got: Order }>('order');
    await using engine = await createEngine({ workflows: [order] });
    const { output, usage } = await engine.run(order, { item: 'tea' });
    expectTypeOf(output).toEqualTypeOf<{ id: string; got: Order }>();
    expect(output).toEqual({ id: 'order', got: { item: 'tea' } });
    expect(usage.steps).toBe(2);
    // @ts-expect-error The input is an order.
    await engine.run(order, { thing: 'tea' });
    const first = await engine.start(order, { item: 'lamp' }, { key: '17' });
    const again = await engine.start(order, { item: 'lamp' }, { key: '17' });
    expect(again.id).toBe(first.id);
    expect((await engine.get(order, first.id).result()).output.got.item).toBe('lamp');
  });

  it('[SD61] refuses workflows that are not registered, and inputs that their schema refuses', async () => {
    const input = z.object({ item: z.string().refine((text) => text !== 'air', 'cannot be air') });
    const order = flow<Order, unknown>('order', { input });
    await using engine = await createEngine({ workflows: [order] });
    const unknown = await engine.run(flow('order'), null).catch((error: unknown) => error);
    expect(unknown).toMatchObject({ code: 'WORKFLOW_NOT_REGISTERED' });
    expect(unknown).toBeInstanceOf(EngineError);
    await expect(engine.run(order, { item: 'air' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('"item": cannot be air'),
    });
    expect((await engine.runs.list()).items).toEqual([]);
  });

  it('[SD62] a run that does not complete is a RunError with its code', async () => {
    const broken = flow('broken', { definition: failing('broken') });
    await using engine = await createEngine({ workflows: [broken] });
    const error = await engine.run(broken, null).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RunError);
    expect(error).toMatchObject({ code: 'UNRESOLVED_REFERENCE', run: { status: 'failed' } });
  });

  it('[SD63] answers by the name of the question, and says what is asked instead', async () => {
    const asking = flow<null, unknown>('asking', { definition: asks('asking') });
    await using engine = await createEngine({ workflows: [asking] });
    const run = await engine.start(asking, null);
    expect((await run.settled()).status).toBe('waiting');
    await expect(run.answer('chef', true)).rejects.toMatchObject({
      code: 'WAIT_NOT_FOUND',
      hint: expect.stringContaining('asks for "boss"'),
    });
    await run.answer('boss', { decision: 'approve' });
    await run.result();
    await expect(run.answer('boss', true)).rejects.toMatchObject({
      code: 'WAIT_NOT_FOUND',
      hint: expect.stringContaining('has ended: it is completed.'),
    });
    const other = await engine.start(asking, null);
    await other.cancel('enough');
    await expect(other.result()).rejects.toMatchObject({ name: 'RunError', code: 'CANCELLED' });
  });

  it('[SD64] sends events whose data their schema accepts', async () => {
    const signed = event('signed', z.object({ user: z.string() }));
    const waiting = flow<null, unknown>('waiting', { definition: awaits('waiting', 'signed') });
    await using engine = await createEngine({ workflows: [waiting] });
    const run = await engine.start(waiting, null);
    await run.settled();
    // @ts-expect-error The user is a text.
    const refused = engine.send(signed, { user: 7 });
    await expect(refused).rejects.toMatchObject({ code: 'BAD_VALUE' });
    expect(await engine.send(signed, { user: 'ada' })).toEqual({ delivered: 1, kept: false });
    expect((await run.result()).output).toEqual({ user: 'ada' });
    expectTypeOf<Engine['send']>().toBeFunction();
  });
});

function failing(id: string) {
  return {
    skein: 1,
    id,
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'set', type: 'set', config: { value: '${start.output.missing}' } },
    ],
    edges: [{ from: 'start', to: 'set' }],
  };
}

function asks(id: string) {
  const boss = { id: 'boss', type: 'approval', config: { prompt: 'Buy?' } };
  return { skein: 1, id, nodes: [boss] };
}

function awaits(id: string, name: string) {
  return { skein: 1, id, nodes: [{ id: 'event', type: 'event', config: { name } }] };
}
