// Goal: limits across runs. No two runs overlap where they may not, the order is fair, a restart keeps or gives back what was held, and
// people see who has what.
import { isObject, runId, type Policy, type WorkflowNode } from '@skein/kernel';
import type { NodeFunction } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, deferred, describeEngine, task, type Deferred } from '@skein/testkit';
import { expect, it } from 'vitest';

const limited = (id: string, more: Partial<WorkflowNode>, policy: Policy = {}) =>
  buildWorkflow({ id, policy, nodes: [{ ...task('work'), ...more }] });

interface Work {
  readonly order: string[];
  readonly open: Map<string, Deferred<object>>;
}

function work(): { readonly log: Work; readonly tasks: { readonly work: NodeFunction } } {
  const log: Work = { order: [], open: new Map() };
  const tasks = {
    work: ({ previous }: Parameters<NodeFunction>[0]) => {
      const name =
        isObject(previous) && typeof previous['name'] === 'string' ? previous['name'] : '';
      const gate = deferred<object>();
      log.order.push(name);
      log.open.set(name, gate);
      return gate.promise;
    },
  };
  return { log, tasks };
}

describeEngine('limits across runs', (make) => {
  it('[E361] a mutex holds across runs of two workflows, first come first served; others go on', async () => {
    const { log, tasks } = work();
    const { engine, start, settle } = await make({ tasks });
    const one = limited('one', { mutex: 'customer ${trigger.customer}' });
    const two = limited('two', { mutex: 'customer ${trigger.customer}' });
    const runs = [
      await start(one, { input: { name: 'a', customer: 1 } }),
      await start(two, { input: { name: 'b', customer: 1 } }),
      await start(one, { input: { name: 'c', customer: 1 } }),
      await start(two, { input: { name: 'd', customer: 2 } }),
    ];
    await settle();
    expect(log.order).toEqual(['a', 'd']);
    expect(await engine.runs.get(runs[1] ?? '')).toMatchObject({ status: 'waiting' });
    for (const name of ['a', 'b', 'c', 'd']) {
      log.open.get(name)?.resolve({ value: name });
      await settle();
    }
    expect(log.order).toEqual(['a', 'd', 'b', 'c']);
    for (const id of runs) expect((await engine.runs.finished(id)).status).toBe('completed');
  });

  it('[E361] two at a time, by priority; a failed and a cancelled run make room', async () => {
    const { log, tasks } = work();
    const { engine, start, settle } = await make({ tasks });
    const flow = limited('flow', {
      concurrency: { key: 'printer', limit: 2 },
      priority: '${trigger.rank}',
    });
    const ids: string[] = [];
    for (const [name, rank] of [
      ['a', 0],
      ['b', 0],
      ['c', 5],
      ['d', 1],
      ['e', 1],
    ] as const) {
      ids.push(await start(flow, { input: { name, rank } }));
    }
    await settle();
    expect(log.order).toEqual(['a', 'b']);
    log.open.get('a')?.reject(new Error('jam'));
    await settle();
    expect(log.order).toEqual(['a', 'b', 'd']);
    await engine.runs.cancel(ids[4] ?? '');
    await engine.runs.cancel(ids[1] ?? '');
    await settle();
    expect(log.order).toEqual(['a', 'b', 'd', 'c']);
  });

  it('[E361] two users never wait for each other', async () => {
    const { log, tasks } = work();
    const { engine, settle } = await make({ tasks });
    const flow = limited('flow', { mutex: 'm' });
    for (const user of ['ada', 'bob']) {
      await engine.runs.start(flow, { input: { name: user }, user });
    }
    await settle();
    expect(log.order).toEqual(['ada', 'bob']);
  });

  it('[E362] a workflow begins so many runs at a time, and one that waits is not settled', async () => {
    const { log, tasks } = work();
    const { engine, start, settle } = await make({ tasks });
    const flow = limited('flow', {}, { runs: { concurrency: { limit: 1 } } });
    const first = await start(flow, { input: { name: 'a' } });
    const second = await start(flow, { input: { name: 'b' } });
    await settle();
    expect(log.order).toEqual(['a']);
    expect(await engine.runs.get(second)).toMatchObject({
      status: 'waiting',
      slots: [{ keys: ['runs:flow'], isGranted: false }],
    });
    const settled = engine.runs.settled(second);
    log.open.get('a')?.resolve({ value: 1 });
    await settle();
    log.open.get('b')?.resolve({ value: 2 });
    expect((await settled).status).toBe('completed');
    expect((await engine.runs.finished(first)).output).toBe(1);
  });

  it('[E365] the run and `explain` say who has the slot, and how many go first', async () => {
    const { log, tasks } = work();
    const { engine, start, settle } = await make({ tasks });
    const flow = limited('flow', { mutex: 'm' });
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(await start(flow, { input: { name } }));
    await settle();
    expect(log.order).toEqual(['a']);
    const [holder = '', , last = ''] = ids;
    expect((await engine.runs.get(last)).slots).toEqual([
      {
        node: 'work',
        activation: 1,
        keys: ['node:m'],
        isGranted: false,
        heldBy: [holder],
        ahead: 1,
      },
    ]);
    expect((await engine.runs.get(holder)).slots).toEqual([
      { node: 'work', activation: 1, keys: ['node:m'], isGranted: true },
    ]);
    const { words } = await engine.runs.explain(last, 'work');
    expect(words.join(' ')).toContain(
      `waiting for a slot: "node:m" (at most 1), held by run ${holder}; 1 before it`,
    );
    expect(await engine.runs.view(last)).toMatchObject({ slots: [{ heldBy: [holder] }] });
  });

  it('[E364] after a restart a run still has what it had, and those who waited keep their places', async () => {
    const { log, tasks } = work();
    const first = await make({ tasks, durable: {} });
    const flow = limited('flow', { mutex: 'm' });
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(await first.start(flow, { input: { name } }));
    await first.settle();
    const { engine, settle } = await first.restart();
    await settle();
    expect(log.order).toEqual(['a', 'a']);
    for (const name of ['a', 'b', 'c']) {
      log.open.get(name)?.resolve({ value: name });
      await settle();
    }
    expect(log.order).toEqual(['a', 'a', 'b', 'c']);
    for (const id of ids) expect((await engine.runs.finished(id)).status).toBe('completed');
  });

  it('[E364] what was given to others meanwhile is taken back before the function goes on; what is no longer needed is given back', async () => {
    const { log, tasks } = work();
    const first = await make({ tasks, durable: {} });
    const flow = limited('flow', { mutex: 'm' });
    const ids: string[] = [];
    for (const name of ['a', 'b']) ids.push(await first.start(flow, { input: { name } }));
    await first.settle();
    const { slots } = first.store;
    const [a = '', b = ''] = ids;
    // As if nobody had driven the first run for long, and a process had died before it could give something back.
    await slots?.free([{ key: '|node:m', id: `${a}/work#1` }], 1);
    await slots?.ask({ key: 'left', id: 'stray', run: runId(b), limit: 1, priority: 0 }, 1);
    const { engine, settle } = await first.restart();
    await settle();
    expect(log.order).toEqual(['a', 'b']);
    expect(await slots?.list('left', 10)).toEqual([]);
    log.open.get('b')?.resolve({ value: 'b' });
    await settle();
    expect(log.order).toEqual(['a', 'b', 'a']);
    log.open.get('a')?.resolve({ value: 'a' });
    for (const id of ids) expect((await engine.runs.finished(id)).status).toBe('completed');
  });

  it('[E363] so many start in a period; the others when it is over', async () => {
    const { log, tasks } = work();
    const { start, settle, clock } = await make({ tasks });
    const flow = limited('flow', { rate: { limit: 2, per: 'second' } });
    for (const name of ['a', 'b', 'c']) await start(flow, { input: { name } });
    await settle();
    for (const name of ['a', 'b']) log.open.get(name)?.resolve({ value: 1 });
    await settle();
    expect(log.order).toEqual(['a', 'b']);
    await clock.advance(1000);
    await settle();
    expect(log.order).toEqual(['a', 'b', 'c']);
  });

  it('[E605] runs of a workflow begin by priority; one with a worse one is passed over ten times at most', async () => {
    const { log, tasks } = work();
    const { start, settle } = await make({ tasks });
    const runs = { concurrency: { limit: 1 }, priority: '${trigger.rank}' };
    const flow = limited('flow', {}, { runs });
    const begin = (name: string, rank: number) => start(flow, { input: { name, rank } });
    await begin('running', 0);
    await begin('patient', 9);
    await begin('normal', 1);
    for (let i = 0; i < 13; i++) {
      await begin(`urgent ${i}`, 0);
      await settle();
      const [last = ''] = log.order.slice(-1);
      log.open.get(last)?.resolve({ value: i });
      await settle();
    }
    const places = ['normal', 'patient'].map((name) => log.order.indexOf(name));
    expect(log.order.slice(0, 3)).toEqual(['running', 'urgent 0', 'urgent 1']);
    expect(places.every((place) => place > 0 && place <= 12)).toBe(true);
  });

  it('[E606] where nobody waits nothing is looked up in the store, however long; who waits is looked after', async () => {
    const { log, tasks } = work();
    const store = memoryStore();
    const { slots } = store;
    if (slots === undefined) throw new Error('The store keeps no slots.');
    let asked = 0;
    const counting = new Proxy(slots, {
      get(target, name, receiver) {
        asked += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    // As on a database that sends no signals.
    const durable = { sharing: { pollMs: 250 } };
    const { start, settle, clock } = await make({
      tasks,
      store: { ...store, slots: counting },
      durable,
    });
    const countFor = async (ms: number) => {
      const before = asked;
      await clock.advance(ms);
      await settle();
      return asked - before;
    };
    const flow = limited('flow', { mutex: 'm' });
    const plain = limited('plain', {});
    await start(plain, { input: { name: 'plain' } });
    await settle();
    expect([await countFor(600_000), asked]).toEqual([0, 0]);
    await start(flow, { input: { name: 'a' } });
    await settle();
    expect(await countFor(600_000)).toBe(0);
    await start(flow, { input: { name: 'b' } });
    await settle();
    expect(await countFor(1000)).toBeGreaterThan(3);
    for (const name of ['a', 'b']) {
      log.open.get(name)?.resolve({ value: name });
      await settle();
    }
    expect(log.order).toEqual(['plain', 'a', 'b']);
    expect(await countFor(600_000)).toBe(0);
  });
});
