import { runId } from '@skein/kernel';
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const paid = { id: 'paid', type: 'event', config: { name: 'payment' } };
const waiting = buildWorkflow({ nodes: [paid, task('ship')], edges: ['paid -> ship'] });

describeEngine('events', (make) => {
  it('[E23] an event reaches every run that waits for its name', async () => {
    const { engine, start, settle } = await make();
    const ids = [await start(waiting), await start(waiting)];
    await settle();
    expect(await engine.events.send('refund', 1)).toEqual({ delivered: 0, kept: false });
    expect(await engine.events.send('payment', { amount: 5 })).toEqual({
      delivered: 2,
      kept: false,
    });
    for (const id of ids) {
      expect((await engine.runs.finished(id)).output).toEqual({ amount: 5 });
    }
  });

  it('[E23] an event addressed to a run reaches only that run', async () => {
    const { engine, start, settle } = await make();
    const [first, second] = [await start(waiting), await start(waiting)];
    await settle();
    await engine.events.send('payment', 1, { run: second });
    expect((await engine.runs.finished(second)).output).toBe(1);
    expect((await engine.runs.get(first)).status).toBe('waiting');
  });

  it('[E23] the condition of the wait decides whether the event is meant', async () => {
    const { engine, start, settle } = await make();
    const when = { left: '${previous.order}', op: 'eq', right: '${trigger.order}' };
    const id = await start(
      buildWorkflow({ nodes: [{ ...paid, config: { name: 'payment', when } }] }),
      { input: { order: 7 } },
    );
    await settle();
    expect(await engine.events.send('payment', { order: 6 })).toMatchObject({ delivered: 0 });
    expect(await engine.events.send('payment', { order: 7 })).toMatchObject({ delivered: 1 });
    expect((await engine.runs.finished(id)).output).toEqual({ order: 7 });
  });

  const double = { ...paid, config: { name: 'payment', when: '${= previous.amount * 2 > 4 }' } };

  it('[E23] data that the condition cannot be computed with fails the node, and is accepted once', async () => {
    const { engine, start, settle } = await make();
    const id = await start(buildWorkflow({ nodes: [double] }));
    await settle();
    expect(await engine.events.send('payment', { amount: 1 })).toMatchObject({ delivered: 0 });
    const sent = { run: id, id: 'p-1' };
    expect(await engine.events.send('payment', { amount: 'x' }, sent)).toMatchObject({
      delivered: 1,
    });
    expect(await engine.runs.finished(id)).toMatchObject({
      status: 'failed',
      error: { code: 'EXPRESSION_FAILED', node: 'paid' },
      waits: [],
    });
    expect(await engine.events.send('payment', { amount: 'x' }, sent)).toEqual({
      delivered: 0,
      kept: false,
    });
  });

  it('[E24] a kept event that a condition cannot be computed with is used up by the failure', async () => {
    const gate = deferred<object>();
    const { engine, start, store } = await make({ tasks: { before: () => gate.promise } });
    const id = await start(
      buildWorkflow({
        nodes: [task('before'), double, task('handled', { config: { args: '${previous.code}' } })],
        edges: ['before -> paid', { from: 'paid', out: 'error', to: 'handled' }],
      }),
    );
    await engine.events.send('payment', { amount: [] }, { run: id });
    gate.resolve({});
    expect(await engine.runs.finished(id)).toMatchObject({
      status: 'completed',
      nodes: { paid: { status: 'failed' }, handled: { status: 'completed' } },
    });
    expect(await store.keptEvents.list(runId(id))).toEqual([]);
  });

  it('[E23] the condition sees what the waiting node sees: statuses and dates too', async () => {
    const { engine, start, settle } = await make();
    const when = {
      all: [
        { left: '${before.status}', op: 'eq', right: 'completed' },
        { left: '${previous.day}', op: 'eq', right: '${now.date("UTC")}' },
      ],
    };
    const id = await start(
      buildWorkflow({
        nodes: [
          { id: 'before', type: 'transform', config: { value: 1 } },
          { ...paid, config: { name: 'payment', when } },
        ],
        edges: [`before -> ${paid.id}`],
      }),
    );
    await settle();
    expect(await engine.events.send('payment', { day: '1999-12-31' })).toMatchObject({
      delivered: 0,
    });
    const { createdAt } = await engine.runs.get(id);
    const day = createdAt.slice(0, 10);
    expect(await engine.events.send('payment', { day })).toMatchObject({ delivered: 1 });
  });

  it('[E23] the same event, sent again with its id, is taken once by each run', async () => {
    const { engine, start, settle } = await make();
    const twice = buildWorkflow({
      nodes: [
        { ...paid, id: 'one' },
        { ...paid, id: 'two' },
      ],
      edges: ['one -> two'],
    });
    const id = await start(twice);
    await settle();
    expect(await engine.events.send('payment', 1, { id: 'p-1' })).toMatchObject({ delivered: 1 });
    await settle();
    expect(await engine.events.send('payment', 1, { id: 'p-1' })).toMatchObject({ delivered: 0 });
    expect(await engine.events.send('payment', 2, { id: 'p-2' })).toMatchObject({ delivered: 1 });
    expect((await engine.runs.finished(id)).output).toBe(2);
  });

  it('[E23] an addressed event that was taken is not kept when it comes again', async () => {
    const { engine, start, settle, store } = await make();
    const twice = buildWorkflow({
      nodes: [
        { ...paid, id: 'one' },
        { id: 'ask', type: 'input' },
      ],
      edges: ['one -> ask'],
    });
    const id = await start(twice);
    await settle();
    const sent = { run: id, id: 'p-1' };
    expect(await engine.events.send('payment', 1, sent)).toMatchObject({ delivered: 1 });
    expect(await engine.events.send('payment', 1, sent)).toEqual({ delivered: 0, kept: false });
    expect(await store.keptEvents.list(runId(id))).toEqual([]);
  });

  it('[E24] an event addressed to a run before its wait is reached is kept for it', async () => {
    const gate = deferred<object>();
    const { engine, start, settle, store } = await make({ tasks: { before: () => gate.promise } });
    const id = await start(
      buildWorkflow({ nodes: [task('before'), paid], edges: ['before -> paid'] }),
    );
    expect(await engine.events.send('payment', 9, { run: id })).toEqual({
      delivered: 0,
      kept: true,
    });
    expect(await engine.events.send('other', 9, { run: id })).toEqual({ delivered: 0, kept: true });
    gate.resolve({});
    expect((await engine.runs.finished(id)).output).toBe(9);
    await settle();
    expect((await store.keptEvents.list(runId(id))).map(({ name }) => name)).toEqual(['other']);
  });

  it('[E24] each kept event answers one wait', async () => {
    const gate = deferred<object>();
    const { engine, start } = await make({ tasks: { before: () => gate.promise } });
    const nodes = [task('before'), { ...paid, id: 'one' }, { ...paid, id: 'two' }];
    const id = await start(buildWorkflow({ nodes, edges: ['before -> one', 'before -> two'] }));
    await engine.events.send('payment', 1, { run: id });
    await engine.events.send('payment', 2, { run: id });
    gate.resolve({});
    expect((await engine.runs.finished(id)).output).toEqual({ one: 1, two: 2 });
  });

  it('[E24] a kept event outlives a restart', async () => {
    const first = await make({ tasks: { before: () => new Promise(() => {}) } });
    const id = await first.start(
      buildWorkflow({
        nodes: [task('before', { retry: { attempts: 2 } }), paid],
        edges: ['before -> paid'],
      }),
    );
    await first.engine.events.send('payment', 3, { run: id });
    await first.engine.close();
    const second = await make({ store: first.store });
    expect((await second.engine.runs.finished(id)).output).toBe(3);
  });

  it('[E24] an event to a run that has ended, or to none, is refused', async () => {
    const { engine, run } = await make();
    const { id } = await run(buildWorkflow({ nodes: [task('a')] }));
    const toEnded = engine.events.send('payment', 1, { run: id });
    await expect(toEnded).rejects.toMatchObject({ code: 'RUN_ENDED' });
    const toNobody = engine.events.send('payment', 1, { run: 'nobody' });
    await expect(toNobody).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });

  it('[E340] a run has not settled while events that were kept for it are still to be taken', async () => {
    const gate = deferred<object>();
    const { engine, start } = await make({ tasks: { before: () => gate.promise } });
    const nodes = [
      task('before'),
      { ...paid, id: 'one' },
      { ...paid, id: 'two' },
      { id: 'ask', type: 'input' },
    ];
    const id = await start(
      buildWorkflow({ nodes, edges: ['before -> one', 'one -> two', 'two -> ask'] }),
    );
    await engine.events.send('payment', 1, { run: id });
    await engine.events.send('payment', 2, { run: id });
    const settled = engine.runs.settled(id);
    gate.resolve({});
    const told = await settled;
    expect(told.status).toBe('waiting');
    expect(told.waits.map(({ node }) => node)).toEqual(['ask']);
  });

  it('[E340] what was kept and fits no open wait does not keep a run from settling', async () => {
    const gate = deferred<object>();
    const { engine, start } = await make({ tasks: { before: () => gate.promise } });
    const when = { left: '${previous}', op: 'eq', right: 5 };
    const nodes = [task('before'), { ...paid, config: { name: 'payment', when } }];
    const id = await start(buildWorkflow({ nodes, edges: ['before -> paid'] }));
    await engine.events.send('payment', 1, { run: id });
    gate.resolve({});
    expect((await engine.runs.settled(id)).waits).toMatchObject([{ node: 'paid' }]);
  });

  it('[E340] a restarted engine takes what was kept before it says that a run has settled', async () => {
    const first = await make();
    const nodes = [
      { ...paid, id: 'one' },
      { ...paid, id: 'two' },
      { id: 'ask', type: 'input' },
    ];
    const id = await first.start(buildWorkflow({ nodes, edges: ['one -> two', 'two -> ask'] }));
    await first.settle();
    await first.engine.close();
    for (const n of [1, 2]) {
      await first.store.keptEvents.keep(runId(id), {
        id: `e-${n}`,
        name: 'payment',
        data: n,
        at: n,
      });
    }
    const { engine } = await make({ store: first.store });
    expect((await engine.runs.settled(id)).waits).toMatchObject([{ node: 'ask' }]);
  });

  it('[E341] an event that was delivered is sent again with success, also when the run has ended', async () => {
    const { engine, start, settle } = await make();
    const id = await start(waiting);
    await settle();
    const sent = { run: id, id: 'p-1' };
    expect(await engine.events.send('payment', 1, sent)).toMatchObject({ delivered: 1 });
    expect((await engine.runs.finished(id)).output).toBe(1);
    expect(await engine.events.send('payment', 1, sent)).toEqual({ delivered: 0, kept: false });
    const another = engine.events.send('payment', 1, { run: id, id: 'p-2' });
    await expect(another).rejects.toMatchObject({ code: 'RUN_ENDED' });
  });

  it('[E341] nor is one refused that was kept for a run which ended without it', async () => {
    const gate = deferred<object>();
    const { engine, start } = await make({ tasks: { a: () => gate.promise } });
    const id = await start(buildWorkflow({ nodes: [task('a')] }));
    const sent = { run: id, id: 'p-1' };
    expect(await engine.events.send('payment', 1, sent)).toMatchObject({ kept: true });
    gate.resolve({});
    await engine.runs.finished(id);
    expect(await engine.events.send('payment', 1, sent)).toEqual({ delivered: 0, kept: true });
  });

  it('[E24] a run keeps at most 1,000 events', async () => {
    const { engine, start } = await make({ task: () => new Promise(() => {}) });
    const id = await start(buildWorkflow({ nodes: [task('a')] }));
    for (let i = 0; i < 1000; i++) await engine.events.send('x', i, { run: id });
    const oneMore = engine.events.send('x', 1000, { run: id });
    await expect(oneMore).rejects.toMatchObject({ code: 'EVENT_REFUSED' });
  });

  it('[E25] an emit node sends to runs that wait and passes its data on', async () => {
    const { engine, start, run, settle } = await make();
    const id = await start(waiting);
    await settle();
    const emit = {
      id: 'tell',
      type: 'emit',
      config: { name: 'payment', data: { by: '${trigger}' } },
    };
    const sender = await run(buildWorkflow({ nodes: [emit] }), { input: 'bank' });
    expect(sender.output).toEqual({ by: 'bank' });
    expect((await engine.runs.finished(id)).output).toEqual({ by: 'bank' });
  });

  it('[E25] a run can send an event to itself', async () => {
    const { run } = await make();
    const emit = { id: 'tell', type: 'emit', config: { name: 'payment', data: 1 } };
    const done = await run(
      buildWorkflow({ nodes: [paid, task('slow'), emit], edges: ['slow -> tell'] }),
    );
    expect(done.nodes['paid']?.status).toBe('completed');
  });
});
