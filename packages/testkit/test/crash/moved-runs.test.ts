// Goal: a run that fails, is resumed, is moved to another version while it waits and is then answered survives the death of its process at
// every append: no result is lost, and nothing is done twice under another key. Method: the store of a process stops answering after its
// n-th append, and another process does everything that was not acknowledged again.
import type { Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { dyingStore } from '@skein/testkit';
import { createEngine } from 'skein';
import { expect, it } from 'vitest';

const version = (last: string) => ({
  skein: 1,
  id: 'order',
  nodes: [
    { id: 'reserve', type: 'function', config: { name: 'reserve' } },
    { id: 'pay', type: 'function', config: { name: 'pay' }, retry: { attempts: 1 } },
    { id: 'ask', type: 'input', config: { prompt: 'Ship it?' } },
    { id: 'ship', type: 'function', config: { name: 'ship', args: { how: last } } },
  ],
  edges: [
    { from: 'reserve', to: 'pay' },
    { from: 'pay', to: 'ask' },
    { from: 'ask', to: 'ship' },
  ],
});

interface World {
  readonly store: Store;
  /** The keys under which each function was called. */
  readonly keys: Map<string, Set<string>>;
  isPaying: boolean;
}

async function processOn(world: World, store: Store) {
  const effect = (name: string, work: () => string) => ({
    effect: 'idempotent' as const,
    run: (_args: unknown, { idempotencyKey }: { readonly idempotencyKey: string }) => {
      const keys = world.keys.get(name) ?? new Set<string>();
      world.keys.set(name, keys.add(idempotencyKey));
      return work();
    },
  });
  return createEngine({
    store,
    // The one that died is silent for that long before its runs are taken over.
    durable: { sharing: { pollMs: 10, leaseMs: 200 } },
    functions: {
      reserve: effect('reserve', () => 'reserved'),
      pay: effect('pay', () => {
        if (!world.isPaying) throw new Error('the bank is away');
        return 'paid';
      }),
      ship: effect('ship', () => 'shipped'),
    },
  });
}

/** Everything that somebody wants of the run; whatever was already done is left as it is. */
async function play(world: World, store: Store): Promise<unknown> {
  const engine = await processOn(world, store);
  await engine.workflows.save(version('by ship'));
  const { id } = await engine.runs.start('order', { idempotencyKey: 'order 7' });
  if ((await engine.runs.settled(id)).status === 'failed') {
    world.isPaying = true;
    await engine.runs.resume(id);
  }
  const waiting = await engine.runs.settled(id);
  if (waiting.status === 'waiting') {
    const { version: newer } = await engine.workflows.save(version('by plane'));
    if (waiting.workflow.version !== newer)
      await engine.runs.migrate(id, newer, { recorded: 'keep' });
    await engine.waits.answer({ run: id, node: 'ask' }, 'yes');
  }
  const ended = await engine.runs.finished(id);
  await engine.close();
  return ended;
}

it('[E851] a run that is resumed and moved survives the death of its process after every append', async () => {
  let isBeyond = false;
  for (let appends = 1; !isBeyond && appends < 200; appends++) {
    const world: World = { store: memoryStore(), keys: new Map(), isPaying: false };
    const died = Promise.withResolvers<'died'>();
    const dying = dyingStore(world.store, appends, () => died.resolve('died'));
    const first = await Promise.race([play(world, dying), died.promise]);
    isBeyond = first !== 'died';
    const ended = isBeyond ? first : await play(world, world.store);
    expect([appends, ended]).toMatchObject([
      appends,
      { status: 'completed', output: 'shipped', nodes: { ship: { activations: 1 } } },
    ]);
    const { items } = await world.store.runs.list({});
    expect(items).toHaveLength(1);
    const rows = (await world.store.runs.journal(items[0]?.id ?? ('' as never))) ?? [];
    const count = (type: string) => rows.filter((row) => row.type === type).length;
    expect([appends, count('run.resumed'), count('wait.answered')]).toEqual([appends, 1, 1]);
    const results = rows.filter((row) => row.type === 'node.completed').map(({ node }) => node);
    expect(results.toSorted()).toEqual([...new Set(results)].toSorted());
    for (const [name, keys] of world.keys) {
      // What failed was another attempt.
      expect([appends, name, keys.size]).toEqual([appends, name, name === 'pay' ? keys.size : 1]);
    }
  }
  expect(isBeyond).toBe(true);
});
