// Goal: a cancel of runs that nobody drives is whole, whatever happens to the store or the process in between.
import { runId } from '@skein/kernel';
import {
  brokenStore,
  buildWorkflow,
  describeEngine,
  inline,
  type StoreFault,
} from '@skein/testkit';
import { memoryStore } from '@skein/stores';
import { expect, it } from 'vitest';
import { asking, isReleased } from './asking-run.ts';

const items = { items: [1, 2], workflow: inline(asking) };
const tree = buildWorkflow({ nodes: [{ id: 'all', type: 'map', config: items }] });

describeEngine('cancelling what sleeps', (make) => {
  const durable = { residentMax: 0, sharing: { pollMs: 500, leaseMs: 10_000 } };

  /** A tree of three runs that all wait in the store, and the calls of the cancel that are to fail. */
  async function asleep(faultOf: (method: string, n: number) => StoreFault) {
    const store = memoryStore();
    const counts = new Map<string, number>();
    let isBroken = false;
    const broken = brokenStore(store, ({ method }) => {
      if (!isBroken) return 'none';
      const n = (counts.get(method) ?? 0) + 1;
      counts.set(method, n);
      return faultOf(method, n);
    });
    const harness = await make({ durable, store: broken, onProblem: () => {} });
    const run = await harness.start(tree);
    await harness.settle();
    const children = (await store.runs.list({ parent: run })).items;
    const runs = [runId(run), ...children.map(({ id }) => id)];
    for (const id of runs) expect(await isReleased(store, id)).toBe(true);
    const statuses = async () => {
      const found: (string | undefined)[] = [];
      for (const id of runs) found.push((await store.runs.get(id))?.status);
      return found;
    };
    isBroken = true;
    return { ...harness, run, statuses, stored: store, mend: () => (isBroken = false) };
  }

  const whole = ['cancelled', 'cancelled', 'cancelled'];

  it.each([
    ['before', 2],
    ['before', 3],
    ['after', 1],
    ['after', 2],
    ['after', 3],
  ] as const)('[E3001] it is finished when the store fails %s write %i', async (fault, at) => {
    const { engine, run, statuses, mend, clock, settle } = await asleep((method, n) =>
      method === 'runs.append' && n === at ? fault : 'none',
    );
    await expect(engine.runs.cancel(run)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    mend();
    await clock.advance(5000);
    await settle();
    expect(await statuses()).toEqual(whole);
  });

  it('[E3001] it can be asked for again when the store failed before anything was written', async () => {
    const { engine, run, stored, statuses, mend, clock, settle } = await asleep((method) =>
      method === 'runs.append' ? 'before' : 'none',
    );
    await expect(engine.runs.cancel(run)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    mend();
    await clock.advance(5000);
    await settle();
    expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting']);
    // This process gave it back: another one may answer, or cancel.
    expect(await isReleased(stored, run)).toBe(true);
    await engine.runs.cancel(run);
    expect(await statuses()).toEqual(whole);
  });

  it('[E3001] what a process leaves that dies in between is cancelled by the next', async () => {
    for (let at = 2; at <= 3; at++) {
      let isDead = false;
      const { engine, run, statuses, stored, mend } = await asleep((method, n) => {
        isDead ||= method === 'runs.append' && n === at;
        return isDead ? 'never' : 'none';
      });
      void engine.runs.cancel(run);
      await expect.poll(() => isDead).toBe(true);
      expect(await statuses()).toContain('waiting');
      const next = await make({ durable, store: stored, seed: 2 });
      await next.clock.advance(30_000);
      await next.settle();
      expect(await statuses()).toEqual(whole);
      mend();
    }
  });
});
