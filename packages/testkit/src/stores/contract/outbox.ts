// What every store promises about messages to others.
import { runId, waitId } from '@skein/kernel';
import type { OutboxMessage, Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { codeOf, recorded, type Begun } from './fixtures.ts';

const nasty = 'it\'s "\\ \u0000 \ud800 %_ ${x} 🧵';

const message = (id: string, more: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id,
  user: 'ann',
  kind: 'wait.opened',
  recipient: 'webhook:ops',
  run: runId('r'),
  wait: waitId('w1'),
  data: { prompt: nasty },
  linkUntil: 9000,
  createdAt: 1000,
  dueAt: 1000,
  ...more,
});

export function outbox(store: () => Store, begin: Begun): void {
  const ids = async (filter: object = {}) =>
    (await store().outbox.list(filter)).items.map(({ id }) => id);
  const write = async (...messages: readonly OutboxMessage[]) => {
    await begin('r', { user: 'ann' });
    await store().runs.append(runId('r'), 1, [recorded(2)], { outbox: messages });
  };

  it('[S320] a message is written with its append, or neither is; the same append again writes it once', async () => {
    const { runs, outbox: box } = store();
    await begin('r', { user: 'ann' }, { outbox: [message('m0')] });
    const again = async (expected: number, id: string) =>
      runs.append(runId('r'), expected, [recorded(2)], { outbox: [message(id)] });
    await again(1, 'm1');
    await again(1, 'm1');
    expect(await codeOf(async () => again(5, 'm2'))).toBe('STORE_CONFLICT');
    const fenced = async () =>
      runs.append(runId('r'), 2, [recorded(3)], { outbox: [message('m3')] }, 77);
    expect(await codeOf(fenced)).toBe('STORE_FENCED');
    expect(await ids()).toEqual(['m1', 'm0']);
    const { dueAt, ...kept } = message('m1');
    const settled = {
      status: 'pending',
      attempts: 0,
      error: null,
      destination: null,
      updatedAt: 1000,
    };
    expect(await box.get('m1', 'ann')).toEqual({ ...kept, dueAt, ...settled });
    expect(await box.get('m1', 'bob')).toBeUndefined();
  });

  it('[S2800] a message is added once without an append, and keeps what became of it', async () => {
    const { outbox: box } = store();
    await write(message('m1'));
    expect(await box.add(message('m2', { kind: 'task.changed', wait: null }))).toBe(true);
    expect(await box.claim({ id: 'm2', user: 'ann', owner: 'one', now: 1000, until: 2000 })).toBe(
      true,
    );
    const told = { status: 'delivered', attempts: 1, dueAt: null, error: null } as const;
    const settled = { id: 'm2', user: 'ann', owner: 'one', now: 1001, destination: 'a2a' };
    await box.settle({ ...settled, ...told });
    expect(await box.add(message('m2'))).toBe(false);
    expect(await box.get('m2', 'ann')).toMatchObject({ ...told, kind: 'task.changed' });
    expect(await ids()).toEqual(['m2', 'm1']);
  });

  it('[S2302] what a run has to tell is listed in its order, until it is settled', async () => {
    const { outbox: box } = store();
    const other = { run: runId('other') };
    await write(
      message('b', { dueAt: 3000 }),
      message('a', { dueAt: 2000 }),
      message('c', { dueAt: 1000 }),
      message('x', other),
    );
    const pending = async (user = 'ann') => (await box.pendingOf('r', user)).map(({ id }) => id);
    expect(await pending()).toEqual(['b', 'a', 'c']);
    expect(await pending('bob')).toEqual([]);
    const about = { id: 'a', user: 'ann', owner: 'one' };
    await box.claim({ ...about, now: 2000, until: 9000 });
    expect(await pending()).toEqual(['b', 'a', 'c']);
    const done = { attempts: 1, dueAt: null, error: null, destination: null };
    await box.settle({ ...about, now: 2001, status: 'delivered', ...done });
    expect(await pending()).toEqual(['b', 'c']);
  });

  it('[S320] messages are due in the order of their times, and listed newest first by user, status and run', async () => {
    const { outbox: box } = store();
    expect(await box.nextDue()).toBeNull();
    const other = { user: '', run: runId('other'), wait: null, linkUntil: null };
    await write(
      message('late', { dueAt: 3000 }),
      message('early', { dueAt: 500, kind: 'run.failed', ...other }),
      message('soon', { dueAt: 2000 }),
    );
    expect(await box.nextDue()).toBe(500);
    const due = async (now: number) => (await box.due(now, 10)).map(({ id }) => id);
    expect(await due(499)).toEqual([]);
    expect(await due(2000)).toEqual(['early', 'soon']);
    expect((await box.due(5000, 2)).map(({ id }) => id)).toEqual(['early', 'soon']);
    expect(await ids()).toEqual(['soon', 'early', 'late']);
    expect(await ids({ user: 'ann' })).toEqual(['soon', 'late']);
    expect(await ids({ run: 'other' })).toEqual(['early']);
    const page = await box.list({ limit: 2 });
    expect(await ids({ limit: 2, cursor: page.nextCursor ?? '' })).toEqual(['late']);
    expect(await box.get('early', '')).toMatchObject({ kind: 'run.failed', ...other });
  });

  it('[S321] one of several claims a message; a claim that is not settled expires, and the loser settles nothing', async () => {
    const { outbox: box } = store();
    await write(message('m'));
    const claim = (owner: string, now: number) =>
      box.claim({ id: 'm', user: 'ann', owner, now, until: now + 100 });
    expect(await claim('early', 999)).toBe(false);
    const claims = await Promise.all(['a', 'b', 'c'].map(async (owner) => claim(owner, 1000)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    const first = ['a', 'b', 'c'][claims.indexOf(true)] ?? '';
    expect(await box.due(1050, 10)).toEqual([]);
    expect(await claim('d', 1050)).toBe(false);
    expect(await claim('d', 1100)).toBe(true);
    const settle = (owner: string) =>
      box.settle({
        id: 'm',
        user: 'ann',
        owner,
        now: 1200,
        status: 'delivered',
        attempts: 1,
        dueAt: null,
        error: null,
        destination: 'ops',
      });
    expect(await settle(first)).toBe(false);
    expect(await settle('d')).toBe(true);
    expect(await box.nextDue()).toBeNull();
    expect(await box.get('m', 'ann')).toMatchObject({ status: 'delivered', updatedAt: 1200 });
    expect(await ids({ destination: 'ops' })).toEqual(['m']);
    expect(await ids({ destination: 'other' })).toEqual([]);
  });

  it('[S850] destinations belong to the server: each by its name, with what is sealed, oldest first', async () => {
    const { destinations } = store();
    const made = {
      config: { kind: 'webhook', url: nasty },
      sealed: null,
      createdAt: 1,
      updatedAt: 1,
    };
    await destinations.put({ name: 'ops', ...made });
    await destinations.put({ name: 'post', ...made, sealed: 'AAEC…' });
    await destinations.put({ name: 'ops', ...made, sealed: 'x', createdAt: 2, updatedAt: 2 });
    const ops = { name: 'ops', ...made, sealed: 'x', updatedAt: 2 };
    expect(await destinations.get('ops')).toEqual(ops);
    const listed = await destinations.list({ limit: 1 });
    expect(listed.items).toEqual([ops]);
    const more = await destinations.list({ cursor: listed.nextCursor ?? '' });
    expect(more.items.map(({ name }) => name)).toEqual(['post']);
    expect(await destinations.delete('ops')).toBe(true);
    expect(await destinations.delete('ops')).toBe(false);
    expect(await destinations.get('ops')).toBeUndefined();
  });

  it('[S321] a dead message is sent again when somebody asks; settled ones are deleted after their time', async () => {
    const { outbox: box } = store();
    await write(message('m'), message('n'));
    const settle = async (id: string, status: 'dead' | 'delivered', now: number) => {
      await box.claim({ id, user: 'ann', owner: 'a', now, until: now + 100 });
      const why = { dueAt: null, error: status === 'dead' ? nasty : null, destination: null };
      await box.settle({ id, user: 'ann', owner: 'a', now, status, attempts: 9, ...why });
    };
    await settle('m', 'dead', 1000);
    expect(await ids({ status: 'dead' })).toEqual(['m']);
    expect(await box.get('m', 'ann')).toMatchObject({ attempts: 9, error: nasty, dueAt: null });
    expect(await box.replay('m', 'bob', 2000)).toBe(false);
    expect(await box.replay('n', 'ann', 2000)).toBe(false);
    expect(await box.replay('m', 'ann', 2000)).toBe(true);
    expect(await box.get('m', 'ann')).toMatchObject({
      status: 'pending',
      attempts: 0,
      dueAt: 2000,
    });
    await settle('m', 'delivered', 3000);
    expect(await box.prune('delivered', 3000)).toBe(0);
    expect(await box.prune('dead', 9000)).toBe(0);
    expect(await box.prune('delivered', 3001)).toBe(1);
    expect(await ids()).toEqual(['n']);
  });
}
