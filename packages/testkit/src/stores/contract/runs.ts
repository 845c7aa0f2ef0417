import { runId, versionId, waitId, workflowId } from '@skein/kernel';
import { userCounter, type RunChanges, type Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { asked, codeOf, origin, recorded, started, type Begun } from './fixtures.ts';

export function runs(store: () => Store, begin: Begun): void {
  const ids = async (filter: object) => (await store().runs.list(filter)).items.map(({ id }) => id);
  const end = async (run: string, changes: RunChanges = {}) =>
    store().runs.append(runId(run), 1, [recorded(2)], { status: 'completed', ...changes });

  it('[S3] keeps a record of each run, with its newest status', async () => {
    const parent = { run: runId('p'), path: 'map#1/0' };
    await begin('r', {
      start: 'here',
      parent,
      root: runId('top'),
      depth: 1,
      user: 'ann',
      name: 'Soup',
    });
    await store().runs.append(runId('r'), 1, [recorded(2)], { status: 'waiting' });
    const record = {
      id: 'r',
      workflow: origin.workflow,
      name: 'Soup',
      user: 'ann',
      start: 'here',
      parent,
      root: 'top',
      depth: 1,
      status: 'waiting',
      createdAt: 1000,
      updatedAt: 1002,
      seq: 2,
    };
    expect(await store().runs.get(runId('r'))).toEqual(record);
    expect(await store().runs.load(runId('r'))).toEqual({
      record,
      events: [started('r'), recorded(2)],
      epoch: 0,
      deaths: 0,
      isTried: false,
    });
    expect(await store().runs.get(runId('nobody'))).toBeUndefined();
    expect(await store().runs.load(runId('nobody'))).toBeUndefined();
  });

  it('[S3] lists runs by user, status, workflow and parent, in pages, from either end', async () => {
    await begin('a', { user: 'ann' });
    await begin('b', { parent: { run: runId('a'), path: 'x#1/0' }, root: runId('a'), depth: 1 });
    await begin('c', {
      workflow: { id: workflowId('other'), version: versionId('v') },
      user: 'bob',
    });
    await end('a');
    expect(await ids({})).toEqual(['a', 'b', 'c']);
    expect(await ids({ order: 'newest' })).toEqual(['c', 'b', 'a']);
    expect(await ids({ isUnfinished: true })).toEqual(['b', 'c']);
    expect(await ids({ status: 'completed' })).toEqual(['a']);
    expect(await ids({ workflow: 'other' })).toEqual(['c']);
    expect(await ids({ parent: 'a' })).toEqual(['b']);
    expect(await ids({ user: 'bob' })).toEqual(['c']);
    expect(await ids({ user: 'bob', status: 'completed' })).toEqual([]);
    for (const [order, expected] of [
      ['oldest', 'c'],
      ['newest', 'a'],
    ] as const) {
      const first = await store().runs.list({ limit: 2, order });
      expect(first.items).toHaveLength(2);
      const rest = await store().runs.list({ limit: 2, order, cursor: first.nextCursor ?? '' });
      expect(rest.items.map(({ id }) => id)).toEqual([expected]);
      expect(rest.nextCursor).toBeNull();
    }
  });

  it('[S3] lists runs by the time when they began', async () => {
    const { runs: port } = store();
    for (const [i, at] of [1000, 2000, 3000].entries()) {
      await port.append(runId(`r${i}`), 0, [{ ...started(`r${i}`), at }], { created: origin });
    }
    const found = async (filter: object) => (await port.list(filter)).items.map(({ id }) => id);
    expect(await found({ createdFrom: 2000 })).toEqual(['r1', 'r2']);
    expect(await found({ createdBefore: 3000, order: 'newest' })).toEqual(['r1', 'r0']);
    expect(await found({ createdFrom: 1001, createdBefore: 2000 })).toEqual([]);
  });

  it('[S3] finds text in ids and names, literally and in any letter case', async () => {
    await begin('Run-1', { name: 'Äpfel 100% _sure_' });
    await begin('run-2', { workflow: { id: workflowId("it's\\a %"), version: versionId('v') } });
    expect(await ids({ q: 'RUN-' })).toEqual(['Run-1', 'run-2']);
    expect(await ids({ q: 'äPFEL' })).toEqual(['Run-1']);
    expect(await ids({ q: '%' })).toEqual(['Run-1', 'run-2']);
    expect(await ids({ q: '_' })).toEqual(['Run-1']);
    expect(await ids({ q: "'s\\a" })).toEqual(['run-2']);
    expect(await ids({ q: "' or 1=1 --" })).toEqual([]);
  });

  it('[S10] a second start with the same key and user is refused and names the first run', async () => {
    await begin('a', { user: 'ann', idempotencyKey: 'k' });
    await begin('a', { user: 'ann', idempotencyKey: 'k' });
    // Whatever was written in between: a start that was written is not a second one.
    await store().leases.renew('somebody', 1000);
    await begin('a', { user: 'ann', idempotencyKey: 'k' });
    const repeat = begin('b', { user: 'ann', idempotencyKey: 'k' });
    await expect(repeat).rejects.toMatchObject({ code: 'START_REPEATED', details: { run: 'a' } });
    await begin('c', { user: 'bob', idempotencyKey: 'k' });
    await begin('d', { user: 'ann', idempotencyKey: 'K' });
    expect(await ids({})).toEqual(['a', 'c', 'd']);
  });

  it('[S10] of fifty starts with one key exactly one takes effect', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `run ${i}`);
    const codes = await Promise.all(
      names.map((run) => codeOf(() => begin(run, { user: 'ann', idempotencyKey: 'k' }))),
    );
    expect(codes.filter((code) => code === 'none')).toHaveLength(1);
    expect(codes.filter((code) => code === 'START_REPEATED')).toHaveLength(49);
    expect(await ids({})).toHaveLength(1);
  });

  it('[S11] what a tree of runs spends is added up at its root', async () => {
    await begin('a');
    await begin('b', { parent: { run: runId('a'), path: 'x' }, root: runId('a'), depth: 1 });
    await store().runs.append(runId('a'), 1, [recorded(2)], {
      spent: { root: runId('a'), tokens: 10, usd: 0.5 },
    });
    await store().runs.append(runId('b'), 1, [recorded(2)], {
      spent: { root: runId('a'), tokens: 5, usd: 0.25 },
    });
    await store().runs.append(runId('b'), 1, [recorded(2)], {
      spent: { root: runId('a'), tokens: 5, usd: 0.25 },
    });
    const nothing = { tokens: 0, usd: 0, bytes: 0 };
    expect(await store().budgets.get(runId('a'))).toEqual({ ...nothing, tokens: 15, usd: 0.75 });
    expect(await store().budgets.get(runId('nobody'))).toEqual(nothing);
  });

  it('[S400] a tree is counted with its root and the runs that have ended, its bytes at the root', async () => {
    await begin('a');
    const below = { parent: { run: runId('a'), path: 'x' }, root: runId('a') };
    await begin('b', { ...below, depth: 1 });
    await begin('c', { ...below, parent: { run: runId('b'), path: 'y' }, depth: 2 });
    await begin('other');
    await store().runs.append(runId('c'), 1, [recorded(2)], {
      status: 'completed',
      spent: { root: runId('a'), tokens: 0, usd: 0, bytes: 5_000_000_000 },
    });
    expect(await store().runs.countTree(runId('a'))).toBe(3);
    expect(await store().runs.countTree(runId('other'))).toBe(1);
    expect(await store().runs.countTree(runId('nobody'))).toBe(0);
    expect(await store().budgets.get(runId('a'))).toMatchObject({ bytes: 5_000_000_000 });
  });

  it('[S542] the bytes of a user are counted with those of their trees, and no longer when these are deleted', async () => {
    const bytesOf = async (user: string) => (await store().budgets.get(userCounter(user))).bytes;
    for (const [run, bytes] of [
      ['a', 100],
      ['b', 20],
    ] as const) {
      await begin(run, { user: 'ann' });
      await store().runs.append(runId(run), 1, [recorded(2)], {
        status: 'completed',
        spent: { root: runId(run), tokens: 0, usd: 0, bytes, user: 'ann' },
      });
    }
    expect([await bytesOf('ann'), await bytesOf('bob')]).toEqual([120, 0]);
    await store().runs.delete(runId('a'));
    expect(await bytesOf('ann')).toBe(20);
    await store().runs.prune({ endedBefore: Number.MAX_SAFE_INTEGER, limit: 10 });
    expect(await bytesOf('ann')).toBe(0);
  });

  it('[S12] deletes ended runs with the runs below and all that belongs to them', async () => {
    await begin('a', { idempotencyKey: 'k' });
    await begin('b', { parent: { run: runId('a'), path: 'x' }, root: runId('a'), depth: 1 });
    await begin('other');
    await store().keptEvents.keep(runId('b'), { id: 'e', name: 'n', at: 1 });
    await end('a', {
      snapshot: { seq: 2, state: 1 },
      opened: [asked('wait', { run: runId('a') })],
    });
    expect(await codeOf(() => store().runs.delete(runId('a')))).toBe('RUN_UNFINISHED');
    await end('b');
    expect(await store().runs.delete(runId('a'))).toBe(true);
    expect(await store().runs.delete(runId('a'))).toBe(false);
    expect(await ids({})).toEqual(['other']);
    expect(await store().runs.journal(runId('b'))).toBeUndefined();
    expect(await store().waits.get(waitId('wait'))).toBeUndefined();
    expect(await store().keptEvents.list(runId('b'))).toEqual([]);
    await begin('a', { idempotencyKey: 'k' });
    expect(await store().runs.load(runId('a'))).toMatchObject({ events: [started('a')] });
  });

  it('[S12] prunes whole trees that ended before, the oldest first, in portions', async () => {
    for (const run of ['a', 'b', 'c', 'live']) await begin(run);
    await begin('child', { parent: { run: runId('c'), path: 'x' }, root: runId('c'), depth: 1 });
    for (const run of ['a', 'b', 'c']) await end(run);
    const prune = async (endedBefore: number, limit = 10) =>
      store().runs.prune({ endedBefore, limit });
    expect(await prune(1002)).toEqual([]);
    expect(await prune(1003, 1)).toEqual(['a']);
    expect(await prune(1003)).toEqual(['b']);
    await end('child');
    expect(await prune(1003)).toEqual(['c']);
    expect(await ids({})).toEqual(['live']);
  });
}
