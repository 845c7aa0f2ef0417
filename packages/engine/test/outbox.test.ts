// Goal: whoever wants to hear of waits and ends of runs has a message for each in the store, written with the rows that say the
// same; whoever does not pays nothing. Method: engines over the memory store, and its outbox read directly.
import type { Json } from '@skein/kernel';
import type {
  NodeFunction,
  NodeIo,
  Outbox,
  OutboxKind,
  OutboxRecord,
  RunChanges,
  Store,
} from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const asking = (config: { readonly [key: string]: Json } = {}) =>
  buildWorkflow({
    nodes: [{ id: 'review', type: 'approval', config: { prompt: 'Pay?', ...config } }, task('pay')],
    edges: ['review.approved -> pay'],
  });

const to = (kinds: readonly OutboxKind[]): Outbox => ({
  subscribers: (kind) => (kinds.includes(kind) ? ['webhook:ops'] : []),
});

const all = to(['wait.opened', 'wait.closed', 'run.finished', 'run.failed']);

/** Oldest first. */
async function messages(store: Store): Promise<readonly OutboxRecord[]> {
  return (await store.outbox.list({})).items.toReversed();
}

const kinds = async (store: Store) => (await messages(store)).map(({ kind }) => kind);

describeEngine('the outbox', (make) => {
  it('[E320] a wait that opens, its answer and the end of the run are told, with who answered', async () => {
    const { engine, start, settle, store } = await make({ outbox: all });
    const run = await start(asking());
    await settle();
    await engine.waits.answer({ run, node: 'review' }, 'yes', {
      by: { channel: 'link', email: 'ana@example.org' },
    });
    await engine.runs.finished(run);
    expect(await messages(store)).toMatchObject([
      {
        kind: 'wait.opened',
        recipient: 'webhook:ops',
        run,
        linkUntil: null,
        data: { run, node: 'review', kind: 'approval', prompt: 'Pay?' },
      },
      {
        kind: 'wait.closed',
        data: {
          status: 'answered',
          answer: { decision: 'approve' },
          by: { channel: 'link', email: 'ana@example.org' },
        },
      },
      { kind: 'run.finished', wait: null, data: { run, status: 'completed' } },
    ]);
  });

  it('[E2800] followers of a run hear that it asks, that it goes on and that it has ended, also of what a child asks', async () => {
    const { engine, start, settle, store } = await make({
      outbox: { subscribers: () => [], followers: ({ id }) => [`a2a:${id}`] },
    });
    const workflow = {
      skein: 1,
      id: 'inner',
      nodes: [{ id: 'review', type: 'approval', config: { prompt: 'Pay?' } }],
    };
    const call = { id: 'call', type: 'subworkflow', config: { workflow } };
    const run = await start(
      buildWorkflow({ nodes: [task('first'), call], edges: ['first -> call'] }),
    );
    await settle();
    const told = async () =>
      (await messages(store)).map(({ kind, recipient, run: of }) => [kind, recipient, of]);
    const once = ['task.changed', `a2a:${run}`, run];
    expect(await told()).toEqual([once]);
    const [wait] = (await engine.runs.get(run)).waits;
    await engine.waits.answer(wait?.id ?? '', 'yes');
    await engine.runs.finished(run);
    const all = await told();
    expect(new Set(all.map(String))).toEqual(new Set([String(once)]));
    expect(all.length).toBeGreaterThan(1);
    expect((await messages(store)).at(-1)?.data).toEqual({ run });
  });

  it('[E2304] an event that a node emits is told once, with its name and data, before the end of the run', async () => {
    const { engine, run, store } = await make({ outbox: to(['event.emitted', 'run.finished']) });
    const emit = { id: 'tell', type: 'emit', config: { name: 'order.paid', data: { n: 7 } } };
    const ended = await run(buildWorkflow({ nodes: [emit, task('pay')], edges: ['tell -> pay'] }));
    expect(ended.status).toBe('completed');
    const told = await messages(store);
    expect(told.map(({ kind }) => kind)).toEqual(['event.emitted', 'run.finished']);
    expect(told[0]).toMatchObject({
      recipient: 'webhook:ops',
      wait: null,
      data: { run: ended.id, node: 'tell', name: 'order.paid', data: { n: 7 } },
    });
    expect((await engine.runs.get(ended.id)).status).toBe('completed');
  });

  it('[E2701] an event that a step has sent is told with the row that records it, once, in the order of the steps', async () => {
    const emit = (io: NodeIo, n: number) =>
      io.step('tell', () => null, { emits: { name: 'order.paid', data: { n } } });
    const pay: NodeFunction = async (_call, io) => {
      await emit(io, 1);
      await emit(io, 2);
      await emit(io, 3);
      return { value: null };
    };
    const { run, store } = await make({
      outbox: to(['event.emitted', 'run.finished']),
      tasks: { pay },
    });
    const ended = await run(buildWorkflow({ nodes: [task('pay')], edges: [] }));
    expect(ended.status).toBe('completed');
    expect(await messages(store)).toMatchObject([
      ...[1, 2, 3].map((n) => {
        const data = { run: ended.id, node: 'pay', name: 'order.paid', data: { n } };
        return { kind: 'event.emitted', recipient: 'webhook:ops', wait: null, data };
      }),
      { kind: 'run.finished' },
    ]);
  });

  it('[E2304] what one append tells is in its order: the answer, what was emitted, the next question', async () => {
    const { engine, start, settle, store } = await make({
      outbox: to(['wait.opened', 'wait.closed', 'event.emitted', 'run.finished']),
    });
    const ask = (id: string) => ({ id, type: 'approval', config: { prompt: `${id}?` } });
    const emit = { id: 'tell', type: 'emit', config: { name: 'order.paid' } };
    const flow = buildWorkflow({
      nodes: [ask('one'), ask('two'), emit, ask('three')],
      edges: ['one.approved -> two', 'two.approved -> tell', 'tell -> three'],
    });
    const run = await start(flow);
    for (const node of ['one', 'two', 'three']) {
      await settle();
      await engine.waits.answer({ run, node }, 'yes');
    }
    await engine.runs.finished(run);
    expect(await kinds(store)).toEqual([
      'wait.opened',
      'wait.closed',
      'wait.opened',
      'wait.closed',
      'event.emitted',
      'wait.opened',
      'wait.closed',
      'run.finished',
    ]);
  });

  it('[E320] a run that fails says so; of a run inside another one, only the run at the top tells of its end', async () => {
    const broken = () => {
      throw new Error('no');
    };
    const { start, settle, store, run } = await make({ outbox: all, tasks: { inner: broken } });
    const parent = (inside: object) =>
      buildWorkflow({
        nodes: [{ id: 'sub', type: 'subworkflow', config: { workflow: inside as Json } }],
        edges: [],
      });
    expect((await run(parent(buildWorkflow({ nodes: [task('inner')], edges: [] })))).status).toBe(
      'failed',
    );
    expect(await kinds(store)).toEqual(['run.failed']);
    await start(parent(asking()));
    await settle();
    expect(await kinds(store)).toEqual(['run.failed', 'wait.opened']);
  });

  it('[E321] whoever a question names is told with a link, and reminded; others are told when it stays open', async () => {
    const { start, settle, store, clock } = await make({ outbox: all });
    const notify = {
      to: ['mail:${trigger.boss}', 'webhook:ops'],
      remindAfterMs: 1000,
      escalateTo: ['mail:cfo@example.org'],
      escalateAfterMs: '${trigger.later}',
      expiresAfterMs: 9000,
    };
    await start(asking({ notify }), { input: { boss: 'ana@example.org', later: '5000' } });
    await settle();
    const now = clock.now();
    const told = (await messages(store)).map(({ kind, recipient, dueAt, linkUntil }) => [
      kind,
      recipient,
      (dueAt ?? 0) - now,
      (linkUntil ?? 0) - now,
    ]);
    expect(told).toEqual([
      ['wait.opened', 'mail:ana@example.org', 0, 9000],
      ['wait.opened', 'webhook:ops', 0, 9000],
      ['wait.reminder', 'mail:ana@example.org', 1000, 9000],
      ['wait.reminder', 'webhook:ops', 1000, 9000],
      ['wait.escalated', 'mail:cfo@example.org', 5000, 9000],
    ]);
  });

  it('[E321] a link ends with the deadline of its wait', async () => {
    const { start, settle, store, clock } = await make({ outbox: to([]) });
    await start(asking({ notify: { to: ['mail:a@b.c'] }, deadlineMs: 500 }));
    await settle();
    const [message] = await messages(store);
    expect(message).toMatchObject({ kind: 'wait.opened', linkUntil: clock.now() + 500 });
  });

  it('[E3000] where links are for those named, others are told without one, and what they answer by link does not count', async () => {
    const { start, settle, store, engine } = await make({
      outbox: to([]),
      tasks: {
        ask: async (_call, io) => {
          const notify = {
            to: ['mail:ana@example.org', 'mail:fin@example.org', 'webhook:chat'],
            linksFor: 'named',
          } as const;
          const who = ['group:finance', 'fin@example.org'];
          return { value: await io.wait({ kind: 'approval', who, notify }, 'ask') };
        },
      },
    });
    const run = await start(buildWorkflow({ nodes: [task('ask')], edges: [] }));
    await settle();
    const told = await messages(store);
    expect(told.map(({ recipient, linkUntil }) => [recipient, linkUntil !== null])).toEqual([
      ['mail:ana@example.org', false],
      ['mail:fin@example.org', true],
      // Clicks in a chat come with the link, as whoever clicked.
      ['webhook:chat', true],
    ]);
    const wait = { run, node: 'ask' };
    const link = (by: object) => ({ by: { channel: 'link', ...by } });
    for (const by of [{ email: 'ana@example.org' }, { id: 'webhook:chat' }]) {
      await expect(engine.waits.answer(wait, 'yes', link(by))).rejects.toMatchObject({
        code: 'NOT_ALLOWED',
      });
    }
    await engine.waits.answer(wait, 'yes', link({ email: 'fin@example.org' }));
    expect((await engine.runs.finished(run)).status).toBe('completed');
  });

  it('[E322] an engine without an outbox writes no message, and appends without news carry none', async () => {
    const appended: (RunChanges | undefined)[] = [];
    const spied = (): Store => {
      const store = memoryStore();
      const append: Store['runs']['append'] = (run, seq, events, changes, epoch) => {
        appended.push(changes);
        return store.runs.append(run, seq, events, changes, epoch);
      };
      return { ...store, runs: { ...store.runs, append } };
    };
    const silent = await make({ store: spied() });
    await silent.start(asking({ notify: { to: ['mail:a@b.c'] } }));
    await silent.settle();
    expect(appended.some((changes) => changes?.outbox !== undefined)).toBe(false);
    appended.length = 0;
    const listening = await make({ outbox: to(['run.failed']), store: spied() });
    await listening.run(buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] }));
    expect(appended.length).toBeGreaterThan(1);
    expect(appended.some((changes) => changes?.outbox !== undefined)).toBe(false);
  });

  it('[E561] reminders come at several times, and an escalation goes from level to level', async () => {
    const due = async (notify: { readonly [key: string]: Json }) => {
      const { start, settle, store } = await make({ outbox: to([]), store: memoryStore() });
      await start(asking({ notify }));
      await settle();
      const told = await messages(store);
      return told.map(({ kind, recipient, dueAt, createdAt }) => [
        kind.replace('wait.', ''),
        recipient.replace('mail:', ''),
        (dueAt ?? 0) - createdAt,
      ]);
    };
    const [boss, lead, head] = ['mail:boss@x.org', 'mail:lead@x.org', 'mail:head@x.org'];
    const sorted = async (notify: { readonly [key: string]: Json }) =>
      (await due(notify)).map((each) => each.join(' ')).toSorted();
    expect(
      await sorted({
        to: [boss],
        remindAfterMs: [10, 20],
        escalateTo: [[lead, boss], [head]],
        escalateAfterMs: [30, 50],
      }),
    ).toEqual([
      'escalated boss@x.org 30',
      'escalated head@x.org 50',
      'escalated lead@x.org 30',
      'opened boss@x.org 0',
      'reminder boss@x.org 10',
      'reminder boss@x.org 20',
    ]);
    // One time is from level to level; without lists it is one level.
    expect(await sorted({ escalateTo: [[lead], [head]], escalateAfterMs: 30 })).toEqual([
      'escalated head@x.org 60',
      'escalated lead@x.org 30',
    ]);
    expect(await sorted({ escalateTo: [lead, head], escalateAfterMs: 30 })).toEqual([
      'escalated head@x.org 30',
      'escalated lead@x.org 30',
    ]);
  });
});
