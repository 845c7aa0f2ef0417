import { runId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { codeOf, recorded, started, type Begun } from './fixtures.ts';

export function leases(store: () => Store, begin: Begun): void {
  const due = async (owner: string, now: number, limit = 10) =>
    (await store().leases.claimDue(owner, now, limit)).map(({ run }) => run);

  it('[S13] a run belongs to whom it was started for, with epoch 1, until that one is dead', async () => {
    await store().leases.renew('one', 100);
    await begin('r', { owner: 'one' });
    expect(await store().runs.load(runId('r'))).toMatchObject({ owner: 'one', epoch: 1 });
    expect(await store().leases.claim(runId('r'), 'two', 50)).toEqual({ owner: 'one', until: 100 });
    expect(await store().leases.claim(runId('r'), 'one', 50)).toEqual({ epoch: 2 });
    expect(await store().leases.claim(runId('r'), 'two', 101)).toEqual({ epoch: 3 });
    expect(await store().runs.load(runId('r'))).toMatchObject({ owner: 'two', epoch: 3 });
    expect(await store().leases.claim(runId('nobody'), 'two', 1)).toBeUndefined();
  });

  it('[S401] a run whose owner died counts it, anew when it has written something since', async () => {
    const deaths = async () => (await store().runs.load(runId('r')))?.deaths;
    await store().leases.renew('one', 100);
    await begin('r', { owner: 'one' });
    expect(await deaths()).toBe(0);
    await store().leases.claim(runId('r'), 'one', 50);
    expect(await deaths()).toBe(0);
    await store().leases.renew('two', 200);
    await store().leases.claim(runId('r'), 'two', 101);
    expect(await deaths()).toBe(1);
    await store().leases.renew('three', 300);
    expect(await due('three', 201)).toEqual(['r']);
    expect(await deaths()).toBe(2);
    await store().runs.append(runId('r'), 1, [recorded(2)]);
    await store().leases.renew('four', 400);
    expect(await due('four', 301)).toEqual(['r']);
    expect(await deaths()).toBe(1);
  });

  it('[S401] an owner that resigned has not died, nor has one that released the run', async () => {
    const deaths = async () => (await store().runs.load(runId('r')))?.deaths;
    await store().leases.renew('one', 100);
    await begin('r', { owner: 'one' });
    await store().leases.resign('one');
    await store().leases.renew('two', 100);
    expect(await due('two', 50)).toEqual(['r']);
    expect(await deaths()).toBe(0);
    await store().runs.append(runId('r'), 1, [], { release: true, wakeAt: 0 });
    expect(await due('three', 150)).toEqual(['r']);
    expect(await deaths()).toBe(0);
  });

  it('[S402] a run that is tried, cleared or set aside is found as such', async () => {
    await store().leases.renew('one', 100);
    await begin('r', { owner: 'one' });
    await begin('other', { owner: 'one' });
    await store().leases.claim(runId('r'), 'two', 101);
    await store().runs.append(runId('r'), 1, [], { suspicion: 'tried' });
    expect(await store().runs.load(runId('r'))).toMatchObject({ deaths: 1, isTried: true });
    await store().runs.append(runId('r'), 1, [], {
      suspicion: { quarantinedAt: 1_700_000_000_000 },
      release: true,
      wakeAt: null,
    });
    const quarantined = async () =>
      (await store().runs.list({ isQuarantined: true })).items.map(({ id }) => id);
    expect(await quarantined()).toEqual(['r']);
    expect(await store().runs.get(runId('r'))).toMatchObject({ quarantinedAt: 1_700_000_000_000 });
    expect(await due('two', 500)).toEqual(['other']);
    await store().runs.append(runId('r'), 1, [], { suspicion: 'cleared' });
    expect(await store().runs.load(runId('r'))).toMatchObject({ deaths: 0, isTried: false });
    expect(await quarantined()).toEqual([]);
  });

  it('[S13] the runs of an owner are listed, those of others and of nobody are not', async () => {
    await store().leases.renew('one', 100);
    await begin('r', { owner: 'one' });
    await begin('other', { owner: 'two' });
    await begin('nobody');
    await begin('over', { owner: 'one' });
    await store().runs.append(runId('over'), 1, [recorded(2)], { status: 'completed' });
    const own = await store().runs.list({ owner: 'one', isUnfinished: true });
    expect(own.items.map(({ id }) => id)).toEqual(['r']);
    await store().runs.append(runId('r'), 1, [recorded(2)], { release: true });
    expect((await store().runs.list({ owner: 'one', isUnfinished: true })).items).toEqual([]);
  });

  it('[S13] a writer whose epoch is over is refused, also with what is there already', async () => {
    await store().leases.renew('one', 100);
    await begin('r', { owner: 'one' });
    await store().runs.append(runId('r'), 1, [recorded(2)], undefined, 1);
    await store().leases.claim(runId('r'), 'two', 101);
    const late = (seq: number) =>
      codeOf(() => store().runs.append(runId('r'), seq, [recorded(seq + 1)], undefined, 1));
    expect(await late(2)).toBe('STORE_FENCED');
    expect(await late(1)).toBe('STORE_FENCED');
    const changed = () =>
      store().runs.append(runId('r'), 2, [recorded(3)], { status: 'failed' }, 1);
    expect(await codeOf(changed)).toBe('STORE_FENCED');
    await store().runs.append(runId('r'), 2, [recorded(3)], undefined, 2);
    expect(await store().runs.journal(runId('r'))).toEqual([
      started('r'),
      recorded(2),
      recorded(3),
    ]);
    expect(await store().runs.get(runId('r'))).toMatchObject({ status: 'running' });
  });

  it('[S13] of fifty claims at once exactly one wins', async () => {
    const owners = Array.from({ length: 50 }, (_, i) => `owner ${i}`);
    await Promise.all(owners.map(async (owner) => store().leases.renew(owner, 100)));
    await begin('r');
    const claims = await Promise.all(
      owners.map(async (owner) => store().leases.claim(runId('r'), owner, 50)),
    );
    const won = claims.flatMap((claim, i) =>
      claim !== undefined && 'epoch' in claim ? [owners[i]] : [],
    );
    expect(won).toHaveLength(1);
    expect(await store().runs.load(runId('r'))).toMatchObject({ owner: won[0], epoch: 1 });
  });

  it('[S14] due are runs of dead owners and released ones whose time has come, longest due first', async () => {
    await store().leases.renew('one', 100);
    await store().leases.renew('two', 1000);
    for (const run of ['dead', 'alive', 'soon', 'sooner', 'asleep', 'over']) {
      await begin(run, { owner: run === 'alive' ? 'two' : 'one' });
    }
    const release = (run: string, wakeAt: number | null) =>
      store().runs.append(runId(run), 1, [recorded(2)], {
        status: 'waiting',
        release: true,
        wakeAt,
      });
    await release('soon', 200);
    await release('sooner', 150);
    await release('asleep', null);
    await store().runs.append(runId('over'), 1, [recorded(2)], { status: 'completed' });
    expect(await store().leases.nextDue(50)).toBe(100);
    expect(await due('two', 99)).toEqual([]);
    expect(await due('two', 300, 2)).toEqual(['dead', 'sooner']);
    expect(await store().leases.nextDue(300)).toBe(300);
    expect(await store().leases.claimDue('two', 300, 10)).toEqual([{ run: 'soon', epoch: 2 }]);
    expect(await due('two', 300)).toEqual([]);
    expect(await store().leases.nextDue(300)).toBe(1000);
  });

  it('[S14] users take turns, however many runs one of them has', async () => {
    const times = 1_790_000_000_000;
    for (let i = 0; i < 12; i++) await begin(`many ${i}`, { owner: 'dead', user: 'many' });
    await begin('few 0', { owner: 'dead', user: 'few' });
    expect(await due('two', 1, 4)).toEqual(['many 0', 'few 0', 'many 1', 'many 2']);
    for (const run of ['few 0', 'many 0', 'many 1', 'many 2']) {
      const wakeAt = run === 'few 0' ? times + 1 : times;
      await store().runs.append(runId(run), 1, [recorded(2)], { release: true, wakeAt }, 2);
    }
    await store().leases.renew('dead', times * 2);
    expect(await store().leases.nextDue(1)).toBe(times);
    expect(await due('two', times + 1, 2)).toEqual(['many 0', 'few 0']);
    expect(await due('two', times + 1, 2)).toEqual(['many 1', 'many 2']);
  });

  it('[S14] the runs of a server that resigns are due at once', async () => {
    await store().leases.renew('one', 1000);
    await begin('r', { owner: 'one' });
    expect(await due('two', 1)).toEqual([]);
    await store().leases.resign('one');
    expect(await store().leases.nextDue(5)).toBe(5);
    expect(await due('two', 5)).toEqual(['r']);
  });

  it('[S14] many servers that look for due runs at once get each run once', async () => {
    const all = Array.from({ length: 60 }, (_, i) => `run ${i}`);
    await Promise.all(all.map((run) => begin(run, { owner: 'dead' })));
    const owners = Array.from({ length: 10 }, (_, i) => `owner ${i}`);
    await Promise.all(owners.map(async (owner) => store().leases.renew(owner, 1000)));
    const claimed: string[] = [];
    for (let round = 0; round < 10 && claimed.length < all.length; round++) {
      const taken = await Promise.all(owners.map((owner) => due(owner, 1, 10)));
      claimed.push(...taken.flat());
    }
    expect(claimed.toSorted()).toEqual(all.toSorted());
  });

  it('[S15] a command reaches the owner of its run once, and its outcome whoever asks', async () => {
    await store().leases.renew('one', 100);
    await begin('r', { owner: 'one' });
    const command = { id: 'c1', run: runId('r'), command: { type: 'cancel', why: "it's" } };
    await store().inbox.put(command);
    await store().inbox.put({ ...command, command: 'other' });
    await store().inbox.put({ id: 'c2', run: runId('r'), command: 2 });
    expect(await store().inbox.take('two')).toEqual([]);
    expect(await store().inbox.take('one', 1)).toEqual([command]);
    expect((await store().inbox.take('one')).map(({ id }) => id)).toEqual(['c2']);
    expect(await store().inbox.take('one')).toEqual([]);
    expect(await store().inbox.outcome('c1')).toBeUndefined();
    await store().inbox.settle('c1', { ok: true });
    await store().inbox.settle('c1', { ok: false });
    expect(await store().inbox.outcome('c1')).toEqual({ outcome: { ok: true } });
    expect(
      await codeOf(() => store().inbox.put({ id: 'x', run: runId('nobody'), command: 1 })),
    ).toBe('RUN_NOT_FOUND');
  });

  it('[S15] unsettled commands go to the next owner, and wake a run that nobody owns', async () => {
    await store().leases.renew('one', 100);
    await begin('r', { owner: 'one' });
    await store().inbox.put({ id: 'c1', run: runId('r'), command: 1 });
    await store().inbox.take('one');
    await store().runs.append(runId('r'), 1, [recorded(2)], { release: true, wakeAt: null });
    expect(await store().leases.nextDue(50)).toBe(50);
    expect(await due('two', 50)).toEqual(['r']);
    expect(await store().inbox.take('two')).toHaveLength(1);
    await begin('s');
    expect(await due('two', 50)).toEqual([]);
    await store().inbox.put({ id: 'c2', run: runId('s'), command: 1 });
    expect(await due('two', 50)).toEqual(['s']);
  });
}
