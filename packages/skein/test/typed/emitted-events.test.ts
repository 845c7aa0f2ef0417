// Goal: what a durable function emits is told to subscribers as what an `emit` node sends is: with the row that records it, in order,
// once, wherever the process dies. Method: engines on one store in memory whose outbox is read directly.
import type { RunId } from '@skein/kernel';
import { memoryStore } from '@skein/stores';
import { dyingStore } from '@skein/testkit';
import { createEngine, event, workflow } from 'skein';
import { expect, it } from 'vitest';
import { whenAsked } from './when-asked.ts';

const paid = event<{ n: number }>('order.paid');
const orders = workflow('orders', async (io) => {
  await io.emit(paid, { n: 1 });
  await io.emit(paid, { n: 2 });
  await io.approval('ok', { prompt: '?' });
  await io.emit(paid, { n: 3 });
  return 'done';
});
const webhooks = { ops: { url: 'https://example.com/hook', events: ['*'] } };
const config = { server: { outbox: { webhooks } } };

/** Oldest first: kind and number. */
async function told(store: ReturnType<typeof memoryStore>) {
  const { items } = await store.outbox.list({});
  return items.toReversed().map(({ kind, data }) => {
    const { name = '', data: sent = null } = data as { name?: string; data?: unknown };
    return kind === 'event.emitted' ? [name, sent] : kind;
  });
}

const expected = [
  ['order.paid', { n: 1 }],
  ['order.paid', { n: 2 }],
  'wait.opened',
  'wait.closed',
  ['order.paid', { n: 3 }],
  'run.finished',
];

it('[SD2700] io.emit is told to subscribers with the row that records it, in the order of the run', async () => {
  const store = memoryStore();
  await using engine = await createEngine({ store, config, workflows: [orders] });
  const run = await engine.start(orders, null);
  await whenAsked(engine, run.id, 1);
  await run.answer('ok', true);
  await run.result();
  expect(await told(store)).toEqual(expected);
});

it.each([2, 3, 4, 5, 6])(
  '[SD2700] once, also if the process dies after append %i',
  async (appends) => {
    const store = memoryStore();
    const died = Promise.withResolvers<null>();
    const dying = dyingStore(store, appends, () => died.resolve(null));
    const durable = { sharing: { pollMs: 5, leaseMs: 60 } };
    const first = await createEngine({ store: dying, durable, config, workflows: [orders] });
    const begun = await first.start(orders, null);
    await Promise.race([died.promise, whenAsked(first, begun.id, 1)]);
    if ((await store.runs.get(begun.id))?.status === 'waiting') {
      void first.waits.answer({ run: begun.id }, true).catch(() => {});
      await died.promise;
    }
    await using second = await createEngine({ store, durable, config, workflows: [orders] });
    const run = second.get(orders, begun.id);
    const ended = run.result();
    const open = async () => (await second.waits.list({ run: run.id })).items;
    await expect.poll(async () => (await open()).length + (await isOver(begun.id))).toBe(1);
    if ((await open()).length > 0) await run.answer('ok', true);
    expect((await ended).output).toBe('done');
    expect(await told(store)).toEqual(expected);

    async function isOver(id: RunId): Promise<number> {
      return (await store.runs.get(id))?.status === 'completed' ? 1 : 0;
    }
  },
);
