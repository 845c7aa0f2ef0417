// The store contract
// What every store must do, so that the engine need not know which one it has. A store's own test is three lines.
import type { RunEvent } from '@skein/kernel';
import type { RunOrigin, Store, WaitRecord } from '@skein/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const origin: RunOrigin = { workflow: { id: 'w', version: 'sha256:1' }, depth: 0 };

function started(run: string): RunEvent {
  return {
    type: 'run.started',
    seq: 1,
    at: 1000,
    id: `${run}-1`,
    run,
    workflow: origin.workflow,
    rules: 1,
    input: { ['__proto__']: 1, b: 2, a: [null, 'é', 1.5] },
  };
}

function recorded(seq: number, key = `step#${seq}`): RunEvent {
  const id = `event-${seq}`;
  return {
    type: 'step.recorded',
    seq,
    at: 1000 + seq,
    id,
    node: 'a',
    activation: 1,
    key,
    value: seq,
  };
}

function asked(id: string, more: Partial<WaitRecord> = {}): WaitRecord {
  return {
    id,
    run: 'r',
    node: 'ask',
    activation: 1,
    question: { kind: 'input' },
    createdAt: 1,
    deadlineAt: null,
    status: 'open',
    ...more,
  };
}

export function storeContract(name: string, open: () => Store | Promise<Store>): void {
  describe(`the store contract: ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store.close();
    });
    const begin = async (run = 'r', more: Partial<RunOrigin> = {}) =>
      store.runs.append(run, 0, [started(run)], {
        created: { ...origin, ...more },
        status: 'running',
      });

    describe('journals', () => {
      journals(() => store, begin);
    });
    describe('runs', () => {
      runs(() => store, begin);
    });
    describe('waits and kept events', () => {
      waits(() => store, begin);
    });
    describe('definitions', () => {
      definitions(() => store);
    });
  });
}

type Begin = (run?: string, more?: Partial<RunOrigin>) => Promise<void>;

function journals(store: () => Store, begin: Begin): void {
  it('[S1] gives back what was appended, in order and unchanged', async () => {
    await begin();
    await store().runs.append('r', 1, [recorded(2), recorded(3)]);
    const rows = await store().runs.journal('r');
    expect(rows).toEqual([started('r'), recorded(2), recorded(3)]);
    expect(JSON.stringify(rows?.[0])).toBe(JSON.stringify(started('r')));
    expect(await store().runs.journal('r', 2)).toEqual([recorded(3)]);
    expect(await store().runs.journal('nobody')).toBeUndefined();
  });

  it('[S2] refuses an append that does not follow the last row', async () => {
    await begin();
    const append = async (seq: number, event: RunEvent) => store().runs.append('r', seq, [event]);
    await expect(append(3, recorded(4))).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
    await append(1, recorded(2));
    await expect(append(1, recorded(2, 'other'))).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
    expect(await store().runs.journal('r')).toHaveLength(2);
  });

  it('[S2] takes the same append again without writing it twice', async () => {
    await begin();
    await begin();
    await store().runs.append('r', 1, [recorded(2), recorded(3)]);
    await store().runs.append('r', 1, [recorded(2), recorded(3)]);
    await store().runs.append('r', 2, [recorded(3)]);
    expect(await store().runs.journal('r')).toHaveLength(3);
  });

  it('[S2] refuses rows of a run that was never created', async () => {
    const append = async () => store().runs.append('r', 0, [started('r')]);
    await expect(append()).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });
}

function runs(store: () => Store, begin: Begin): void {
  it('[S3] keeps a record of each run, with its newest status', async () => {
    const parent = { run: 'p', path: 'map#1/0' };
    await begin('r', { start: 'here', parent, depth: 1 });
    await store().runs.append('r', 1, [recorded(2)], { status: 'waiting' });
    const record = {
      id: 'r',
      workflow: origin.workflow,
      start: 'here',
      parent,
      depth: 1,
      status: 'waiting',
      createdAt: 1000,
      updatedAt: 1002,
      seq: 2,
    };
    expect(await store().runs.get('r')).toEqual(record);
    expect(await store().runs.load('r')).toEqual({ record, events: [started('r'), recorded(2)] });
    expect(await store().runs.get('nobody')).toBeUndefined();
    expect(await store().runs.load('nobody')).toBeUndefined();
  });

  it('[S3] lists runs, oldest first, by status, workflow and parent, in pages', async () => {
    await begin('a');
    await begin('b', { parent: { run: 'a', path: 'x#1/0' } });
    await begin('c', { workflow: { id: 'other', version: 'v' } });
    await store().runs.append('a', 1, [recorded(2)], { status: 'completed' });
    const ids = async (filter: object) =>
      (await store().runs.list(filter)).items.map(({ id }) => id);
    expect(await ids({})).toEqual(['a', 'b', 'c']);
    expect(await ids({ isUnfinished: true })).toEqual(['b', 'c']);
    expect(await ids({ status: 'completed' })).toEqual(['a']);
    expect(await ids({ workflow: 'other' })).toEqual(['c']);
    expect(await ids({ parent: 'a' })).toEqual(['b']);
    const first = await store().runs.list({ limit: 2 });
    expect(first.items).toHaveLength(2);
    const second = await store().runs.list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ id }) => id)).toEqual(['c']);
    expect(second.nextCursor).toBeNull();
  });
}

function waits(store: () => Store, begin: Begin): void {
  it('[S4] lists open waits by run, node and event, and knows closed ones by their id', async () => {
    await begin();
    await begin('q');
    const opened = [asked('1'), asked('2', { node: 'other' }), asked('3', { event: 'payment' })];
    await store().runs.append('r', 1, [recorded(2)], { opened });
    await store().runs.append('q', 1, [recorded(2)], { opened: [asked('4', { run: 'q' })] });
    const ids = async (filter: object) =>
      (await store().waits.list(filter)).items.map(({ id }) => id);
    expect(await ids({})).toEqual(['1', '2', '3', '4']);
    expect(await ids({ run: 'r' })).toEqual(['1', '2', '3']);
    expect(await ids({ run: 'r', node: 'other' })).toEqual(['2']);
    expect(await ids({ event: 'payment' })).toEqual(['3']);
    const closed = [
      { wait: '1', status: 'answered', answer: { ok: true } },
      { wait: '3', status: 'cancelled' },
    ] as const;
    await store().runs.append('r', 2, [recorded(3)], { closed });
    expect(await ids({})).toEqual(['2', '4']);
    expect(await ids({ event: 'payment' })).toEqual([]);
    const answered = asked('1', { status: 'answered', answer: { ok: true } });
    expect(await store().waits.get('1')).toEqual(answered);
    expect(await store().waits.get('nobody')).toBeUndefined();
  });

  it('[S4] pages of open waits stay right while waits are closed', async () => {
    await begin();
    const opened = ['1', '2', '3', '4'].map((id) => asked(id));
    await store().runs.append('r', 1, [recorded(2)], { opened });
    const first = await store().waits.list({ limit: 2 });
    const closed = [{ wait: '1', status: 'expired' }] as const;
    await store().runs.append('r', 2, [recorded(3)], { closed });
    const second = await store().waits.list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ id }) => id)).toEqual(['3', '4']);
  });

  it('[S5] keeps events for a run until an append has used them up', async () => {
    await begin();
    const event = (id: string) => ({ id, name: 'payment', data: 1, at: 5 });
    await store().keptEvents.keep('r', event('1'));
    await store().keptEvents.keep('r', event('2'));
    await store().keptEvents.keep('r', event('2'));
    expect(await store().keptEvents.list('r')).toEqual([event('1'), event('2')]);
    await store().runs.append('r', 1, [recorded(2)], { taken: ['1'] });
    expect(await store().keptEvents.list('r')).toEqual([event('2')]);
    expect(await store().keptEvents.list('nobody')).toEqual([]);
  });
}

function definitions(store: () => Store): void {
  const saved = (id: string, version: string) => ({
    id,
    version,
    definition: { version },
    dialect: 'native',
    savedAt: 1,
  });

  it('[S6] keeps every version; the one that was saved last is the newest', async () => {
    const { definitions: port } = store();
    for (const version of ['1', '2', '1']) await port.save(saved('a', version));
    await port.save(saved('b', '1'));
    expect(await port.get('a')).toEqual(saved('a', '1'));
    expect(await port.get('a', '2')).toEqual(saved('a', '2'));
    expect(await port.get('a', '3')).toBeUndefined();
    expect(await port.get('nobody')).toBeUndefined();
    expect(await port.versions('a')).toHaveLength(2);
    expect((await port.list({})).items.map(({ id }) => id)).toEqual(['a', 'b']);
    const page = await port.list({ limit: 1 });
    const { items } = await port.list({ limit: 1, cursor: page.nextCursor ?? '' });
    expect(items.map(({ id }) => id)).toEqual(['b']);
  });
}
