import { runId } from '@skein/kernel';
import { abandonedMs, passedMax, type SlotAsk, type SlotStore, type Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { recorded, type Begun } from './fixtures.ts';

export function slots(store: () => Store, begin: Begun): void {
  const kept = (): SlotStore => {
    const found = store().slots;
    if (found === undefined) throw new Error('The store keeps no slots.');
    return found;
  };
  const ask = async (id: string, more: Partial<SlotAsk> = {}, now = 1) => {
    const slot = { key: 'k', id, run: runId('r'), limit: 1, priority: 0, ...more };
    return (await kept().ask(slot, now)).granted.map((granted) => granted.id);
  };
  const free = async (id: string, now = 1, key = 'k') =>
    (await kept().free([{ key, id }], now)).granted.map((granted) => granted.id);

  it('[S360] so many have a slot as there are, and the others in the order in which they came', async () => {
    await begin('r');
    expect(await ask('a', { limit: 2 })).toEqual(['a']);
    expect(await ask('b', { limit: 2 })).toEqual(['b']);
    expect(await ask('c', { limit: 2 })).toEqual([]);
    expect(await ask('d', { limit: 2 })).toEqual([]);
    expect(await ask('x', { key: 'other' })).toEqual(['x']);
    expect(await free('b')).toEqual(['c']);
    expect(await free('a')).toEqual(['d']);
    expect(await free('c')).toEqual([]);
  });

  it('[S360] the lower priority goes first; who gives up leaves the queue', async () => {
    await begin('r');
    await ask('a');
    for (const [id, priority] of Object.entries({ late: 5, normal: 0, first: -1, second: -1 })) {
      await ask(id, { priority });
    }
    const listed = await kept().list('k', 10);
    expect(listed.map(({ id, isGranted }) => [id, isGranted])).toEqual([
      ['a', true],
      ['first', false],
      ['second', false],
      ['normal', false],
      ['late', false],
    ]);
    expect((await kept().list('k', 2)).map(({ id }) => id)).toEqual(['a', 'first']);
    await free('first');
    expect(await free('a')).toEqual(['second']);
    expect(await free('second')).toEqual(['normal']);
  });

  it('[S360] asking again changes nothing; what was granted stays so, whoever asks', async () => {
    await begin('r');
    expect(await ask('a')).toEqual(['a']);
    expect(await ask('a', {}, 5)).toEqual(['a']);
    await ask('b');
    await ask('c');
    expect(await ask('b')).toEqual([]);
    const names = ['a', 'b', 'nobody'].map((id) => ({ key: 'k', id }));
    expect((await kept().granted(names)).map(({ id }) => id)).toEqual(['a']);
    expect(await free('a')).toEqual(['b']);
    expect((await kept().ofRun(runId('r'))).map(({ id }) => id).toSorted()).toEqual(['b', 'c']);
    expect(await kept().ofRun(runId('nobody'))).toEqual([]);
  });

  it('[S361] nobody starves: one that came first is passed over a limited number of times', async () => {
    await begin('r');
    await ask('running');
    await ask('patient', { priority: 9 });
    const order: string[] = [];
    let running = 'running';
    for (let i = 0; i < passedMax + 3; i++) {
      await ask(`urgent ${i}`, { priority: 0 });
      const [next = 'nobody'] = await free(running);
      order.push(next);
      running = next;
    }
    expect(order.indexOf('patient')).toBe(passedMax);
  });

  it('[S361] whatever is asked and given back: never too many, and everybody has its turn', async () => {
    await begin('r');
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const held = new Set<string>();
    const open = new Set<string>();
    const grant = (ids: readonly string[]) => {
      for (const id of ids) held.add(id);
      expect(held.size).toBeLessThanOrEqual(3);
    };
    for (let i = 0; i < 60; i++) {
      if (random(3) > 0) {
        open.add(`n${i}`);
        grant(await ask(`n${i}`, { limit: 3, priority: random(4) }));
      } else {
        const [first] = held;
        if (first === undefined) continue;
        held.delete(first);
        open.delete(first);
        grant(await free(first));
      }
    }
    for (let [first] = held; first !== undefined; [first] = held) {
      held.delete(first);
      open.delete(first);
      grant(await free(first));
    }
    expect([...open]).toEqual([]);
  });

  it('[S362] a start in a period counts until the period is over, also when it has been given back', async () => {
    await begin('r');
    const rate = { limit: 2, perMs: 100 };
    expect(await ask('a', rate, 1000)).toEqual(['a']);
    expect(await ask('b', rate, 1050)).toEqual(['b']);
    await free('a', 1060);
    await begin('over');
    expect(await ask('x', { ...rate, key: 'ended', run: runId('over'), limit: 1 })).toEqual(['x']);
    await store().runs.append(runId('over'), 1, [recorded(2)], { status: 'completed' });
    expect(await ask('y', { ...rate, key: 'ended', limit: 1 }, 2)).toEqual([]);
    const queued = await kept().ask(
      { key: 'k', id: 'c', run: runId('r'), priority: 0, ...rate },
      1060,
    );
    expect(queued).toEqual({ granted: [], superseded: [], nextAt: 1100 });
    expect((await kept().look('k', 1099)).granted).toEqual([]);
    expect((await kept().look('k', 1100)).granted.map(({ id }) => id)).toEqual(['c']);
    expect(await kept().look('k', 1300)).toEqual({ granted: [], superseded: [], nextAt: null });
  });

  it('[S363] the slots of a run that has ended are free', async () => {
    await begin('r');
    await begin('other');
    await ask('a');
    await ask('b', { run: runId('other') });
    await ask('c');
    await store().runs.append(runId('r'), 1, [recorded(2)], { status: 'completed' });
    expect((await kept().look('k', 2)).granted.map(({ id }) => id)).toEqual(['b']);
    expect((await kept().list('k', 10)).map(({ id }) => id)).toEqual(['b']);
  });

  it('[S602] the slots of a quarantined tree are free at once, and it gets none until it is released', async () => {
    await begin('root');
    await begin('r', { root: runId('root'), parent: { run: runId('root'), path: 'sub#1/0' } });
    await begin('other');
    await ask('a');
    await ask('b', { run: runId('other') });
    await ask('c');
    await store().runs.append(runId('root'), 1, [], { suspicion: { quarantinedAt: 5 } });
    expect((await kept().look('k', 6)).granted.map(({ id }) => id)).toEqual(['b']);
    expect(await free('b', 7)).toEqual([]);
    await store().runs.append(runId('root'), 1, [], { suspicion: 'cleared' });
    expect((await kept().look('k', 8)).granted.map(({ id }) => id)).toEqual(['c']);
  });

  it('[S363] those of a run that nobody drives for long are free; one that is taken over keeps them', async ({
    skip,
  }) => {
    skip(!store().isShared, 'one process has all runs of this store');
    await store().leases.renew('one', 100);
    await store().leases.renew('two', 1_000_000);
    await begin('r', { owner: 'one' });
    await begin('other', { owner: 'two' });
    await ask('a');
    await ask('b', { run: runId('other') });
    expect((await kept().look('k', 101)).granted).toEqual([]);
    await store().leases.claim(runId('r'), 'two', 110);
    expect((await kept().look('k', 101 + abandonedMs)).granted).toEqual([]);
    await store().leases.resign('two');
    await store().leases.renew('three', 1_000_000);
    await store().leases.claim(runId('other'), 'three', 111);
    expect((await kept().look('k', 200)).granted).toEqual([]);
    const free = await kept().look('k', 200 + abandonedMs);
    expect(free.granted.map(({ id }) => id)).toEqual(['b']);
  });
}
