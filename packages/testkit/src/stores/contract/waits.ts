import { runId, versionId, waitId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { asked, recorded, type Begun } from './fixtures.ts';

export function waits(store: () => Store, begin: Begun): void {
  const ids = async (filter: object) =>
    (await store().waits.list(filter)).items.map(({ id }) => id);

  it('[S4] lists open waits by run, node and event, and knows closed ones by their id', async () => {
    await begin();
    await begin('q');
    const opened = [asked('1'), asked('2', { node: 'other' }), asked('3', { event: 'payment' })];
    await store().runs.append(runId('r'), 1, [recorded(2)], { opened });
    await store().runs.append(runId('q'), 1, [recorded(2)], {
      opened: [asked('4', { run: runId('q') })],
    });
    expect(await ids({})).toEqual(['1', '2', '3', '4']);
    expect(await ids({ run: 'r' })).toEqual(['1', '2', '3']);
    expect(await ids({ run: 'r', node: 'other' })).toEqual(['2']);
    expect(await ids({ event: 'payment' })).toEqual(['3']);
    const closed = [
      { wait: waitId('1'), status: 'answered', answer: { ok: true } },
      { wait: waitId('3'), status: 'cancelled' },
    ] as const;
    await store().runs.append(runId('r'), 2, [recorded(3)], { closed });
    expect(await ids({})).toEqual(['2', '4']);
    expect(await ids({ event: 'payment' })).toEqual([]);
    const answered = asked('1', { status: 'answered', answer: { ok: true } });
    expect(await store().waits.get(waitId('1'))).toEqual(answered);
    expect(await store().waits.get(waitId('3'))).toEqual(
      asked('3', { event: 'payment', status: 'cancelled' }),
    );
    expect(await store().waits.get(waitId('nobody'))).toBeUndefined();
  });

  it('[S340] a run that had ended goes on: it is open again, in another version, with the waits that are named', async () => {
    await begin();
    const opened = [asked('1'), asked('2', { event: 'payment' }), asked('3')];
    const { runs, leases } = store();
    await runs.append(runId('r'), 1, [recorded(2)], { opened });
    const closed = opened.map(({ id: wait }) => ({ wait, status: 'cancelled' }) as const);
    await runs.append(runId('r'), 2, [recorded(3)], { closed, status: 'failed' });
    expect(await ids({})).toEqual([]);
    await runs.append(runId('r'), 3, [recorded(4)], {
      status: 'running',
      version: versionId('sha256:2'),
      reopened: [waitId('1'), waitId('2')],
      wakeAt: 5000,
    });
    expect(await ids({ run: 'r' })).toEqual(['1', '2']);
    expect(await ids({ event: 'payment' })).toEqual(['2']);
    expect(await store().waits.get(waitId('1'))).toEqual(asked('1'));
    expect(await runs.get(runId('r'))).toMatchObject({
      status: 'running',
      workflow: { id: 'w', version: 'sha256:2' },
    });
    expect((await runs.list({ isUnfinished: true })).items.map(({ id }) => id)).toEqual(['r']);
    expect(await runs.prune({ endedBefore: 1_000_000, limit: 10 })).toEqual([]);
    expect(await leases.nextDue(1)).toBe(5000);
    expect(await leases.claimDue('me', 5000, 10)).toMatchObject([{ run: 'r' }]);
  });

  it('[S4] lists open waits by user and by whom they ask', async () => {
    await begin();
    const who = (...names: readonly string[]) => ({ question: { kind: 'input', who: names } });
    const opened = [
      asked('1', { user: 'ann', deadlineAt: 5, ...who('boss', 'x"boss') }),
      asked('2', who('bos', "o'neil")),
      asked('3', who('x"boss')),
    ];
    await store().runs.append(runId('r'), 1, [recorded(2)], { opened });
    expect(await ids({ user: 'ann' })).toEqual(['1']);
    expect(await ids({ who: 'boss' })).toEqual(['1']);
    expect(await ids({ who: 'x"boss' })).toEqual(['1', '3']);
    expect(await ids({ who: "o'neil" })).toEqual(['2']);
    expect(await store().waits.get(waitId('1'))).toEqual(opened[0]);
  });

  it('[S4] pages of open waits stay right while waits are closed', async () => {
    await begin();
    const opened = ['1', '2', '3', '4'].map((id) => asked(id));
    await store().runs.append(runId('r'), 1, [recorded(2)], { opened });
    const first = await store().waits.list({ limit: 2 });
    const closed = [{ wait: waitId('1'), status: 'expired' }] as const;
    await store().runs.append(runId('r'), 2, [recorded(3)], { closed });
    const second = await store().waits.list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ id }) => id)).toEqual(['3', '4']);
  });

  it('[S5] keeps events for a run until an append has used them up', async () => {
    await begin();
    const event = (id: string) => ({ id, name: 'payment', data: 1, at: 5 });
    await store().keptEvents.keep(runId('r'), event('1'));
    await store().keptEvents.keep(runId('r'), event('2'));
    await store().keptEvents.keep(runId('r'), event('2'));
    expect(await store().keptEvents.list(runId('r'))).toEqual([event('1'), event('2')]);
    await store().runs.append(runId('r'), 1, [recorded(2)], { taken: ['1'] });
    expect(await store().keptEvents.list(runId('r'))).toEqual([event('2')]);
    expect(await store().keptEvents.list(runId('nobody'))).toEqual([]);
  });
}
