// Goal: many processes on one store drive each run exactly once.
import { createEngine, type Engine } from '@skein/engine';
import { seededIds, settleTicks, virtualClock } from '@skein/simulation';
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import { runId, type Json } from '@skein/kernel';
import type { NodeFunction, NodeType, Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, asking, isReleased } from './asking-run.ts';

describeEngine('recovery on request', (make) => {
  it('[E52] with `recovers: false` only the runs that are asked for continue', async () => {
    const calls: string[] = [];
    const never = deferred<{ readonly value: Json }>();
    const store = memoryStore();
    const flow = buildWorkflow({ nodes: [task('work')] });
    const first = await make({ store, durable: {}, task: () => never.promise });
    const runs = [await first.start(flow), await first.start(flow)] as const;
    await first.settle();
    await first.engine.close({ drainMs: 0 });
    const second = await make({
      store,
      durable: { recovers: false },
      task: ({ run }) => {
        calls.push(run);
        return { value: run };
      },
    });
    await second.settle();
    await second.clock.advance(60_000);
    expect(calls).toEqual([]);
    expect(await second.engine.runs.get(runs[0])).toMatchObject({ status: 'running' });
    expect(await second.engine.runs.finished(runs[0])).toMatchObject({ status: 'completed' });
    expect(calls).toEqual([runs[0]]);
  });
});

describeEngine('versions', (make) => {
  it('[E125] a run of a newer version is refused by its name, and left to the others', async () => {
    const store = memoryStore();
    const first = await make({ store, durable: {} });
    const old = await first.start(asking);
    await first.settle();
    const [started, ...rows] = (await store.runs.journal(runId(old))) ?? [];
    const stored = await store.runs.load(runId(old));
    if (started?.type !== 'run.started' || stored === undefined) throw new Error('no start');
    const { workflow, depth } = stored.record;
    const created = { workflow, depth, owner: 'dead' };
    await store.runs.append(
      runId('newer'),
      0,
      [{ ...started, run: runId('newer'), rules: 99 }, ...rows],
      {
        created,
        status: 'waiting',
      },
    );
    const heard: unknown[] = [];
    const second = await make({ store, durable: {}, onProblem: (error) => heard.push(error) });
    await second.settle();
    const refused = { code: 'RULES_UNKNOWN', details: { run: 'newer', rules: 99 } };
    expect(heard).toMatchObject([refused]);
    await expect(second.engine.runs.get('newer')).rejects.toMatchObject(refused);
    const left = await store.runs.load(runId('newer'));
    expect(left?.owner).toBeUndefined();
    expect(await store.leases.claimDue('newer version', second.clock.now() + 20_000, 1)).toEqual([
      { run: 'newer', epoch: (left?.epoch ?? 0) + 1 },
    ]);
  });
});

describe('several processes on one store', () => {
  const engines: Engine[] = [];
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close({ drainMs: 0 });
  });

  async function open(store: Store, run: NodeFunction, seed: number, recovers = true) {
    const type: NodeType = {
      kind: { type: 'task', mode: 'execute', ports: 'any' },
      description: 'Calls a function of the test.',
      run,
    };
    const clock = virtualClock();
    const problems: unknown[] = [];
    const engine = await createEngine({
      store,
      nodeTypes: new Map([...nativeNodeTypes({ functions: new Map() }), ['task', type]]),
      checkSchema: checkJsonSchema,
      clock,
      ids: seededIds(seed),
      durable: { residentMax: 8, sharing: { pollMs: 100 }, recovers },
      onProblem: (error) => problems.push(error),
    });
    engines.push(engine);
    return { engine, clock, problems };
  }

  const passOn: NodeFunction = ({ previous }) => ({ value: previous ?? null });

  async function together(
    clocks: readonly ReturnType<typeof virtualClock>[],
    ms: number,
  ): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) {
      for (const clock of clocks) await clock.advance(100);
      await settleTicks();
    }
  }

  it('[E50] an answer, a cancel and an event reach a run that another process drives', async () => {
    const store = memoryStore();
    const [a, b] = [await open(store, passOn, 1), await open(store, passOn, 2)];
    const clocks = [a.clock, b.clock];
    const { id: answered } = await a.engine.runs.start(asking);
    const { id: cancelled } = await a.engine.runs.start(asking);
    const paid = { id: 'paid', type: 'event', config: { name: 'paid' } };
    const { id: told } = await a.engine.runs.start(buildWorkflow({ nodes: [paid] }));
    await settleTicks();
    const done = Promise.all([
      b.engine.waits.answer({ run: answered, node: 'ask' }, 7),
      b.engine.runs.cancel(cancelled, { reason: 'from afar' }),
      b.engine.events.send('paid', 100),
      b.engine.runs.finished(answered),
    ]);
    await together(clocks, 1500);
    const [, , sent, finished] = await done;
    expect(sent).toMatchObject({ delivered: 1 });
    expect(finished.output).toBe(7);
    expect((await a.engine.runs.get(cancelled)).status).toBe('cancelled');
    expect((await b.engine.runs.get(told)).output).toBe(100);
  });

  it('[E340] a run has not settled for others while its driver has an event to take', async () => {
    const store = memoryStore();
    const [a, b] = [await open(store, passOn, 1), await open(store, passOn, 2)];
    const paid = { id: 'paid', type: 'event', config: { name: 'paid' } };
    const { id } = await a.engine.runs.start(
      buildWorkflow({ nodes: [paid, ask], edges: ['paid -> ask'] }),
    );
    await settleTicks();
    // Kept, and its driver has not seen it.
    await store.keptEvents.keep(runId(id), { id: 'e-1', name: 'paid', data: 1, at: 1 });
    let told: string | null = null;
    const settled = b.engine.runs.settled(id).then(({ waits }) => {
      told = waits.map(({ node }) => node).join();
    });
    await together([a.clock, b.clock], 1000);
    expect(told).toBeNull();
    void a.engine.events.send('paid', 2, { run: id });
    await together([a.clock, b.clock], 2000);
    await store.keptEvents.list(runId(id));
    await settled;
    expect(told).toBe('ask');
  });

  it('[E50] [E58] a run that another process drives is moved there, and goes on there', async () => {
    const store = memoryStore();
    const [a, b] = [await open(store, passOn, 1), await open(store, passOn, 2)];
    const clocks = [a.clock, b.clock];
    const { id } = await a.engine.runs.start(asking);
    await settleTicks();
    const longer = buildWorkflow({
      id: 'asking',
      nodes: [ask, task('then'), { id: 'end', type: 'transform', config: { value: 'new' } }],
      edges: ['ask -> then', 'then -> end'],
    });
    const { version } = await b.engine.workflows.save(longer);
    const moving = b.engine.runs.migrate(id, version);
    await together(clocks, 1500);
    expect(await moving).toMatchObject({ isMoved: true });
    expect((await a.engine.runs.get(id)).workflow.version).toBe(version);
    const answering = b.engine.waits.answer({ run: id, node: 'ask' }, 7);
    await together(clocks, 1500);
    await answering;
    expect((await a.engine.runs.finished(id)).output).toBe('new');
    expect([...a.problems, ...b.problems]).toEqual([]);
  });

  it('[E423] while a process drains, another one continues its runs that have no function in flight', async () => {
    const store = memoryStore();
    const held = deferred<{ readonly value: Json }>();
    const calls: string[] = [];
    const work =
      (who: string): NodeFunction =>
      ({ node, previous }) => {
        calls.push(`${who} ${node}`);
        return node === 'a' ? held.promise : { value: previous ?? null };
      };
    const [a, b] = [await open(store, work('a'), 1), await open(store, work('b'), 2)];
    const chain = buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] });
    const { id: waiting } = await a.engine.runs.start(asking);
    const { id: working } = await a.engine.runs.start(chain);
    await settleTicks();
    const drained = a.engine.drain({ drainMs: 60_000 });
    await settleTicks();
    expect([await isReleased(store, waiting), await isReleased(store, working)]).toEqual([
      true,
      false,
    ]);
    const answered = b.engine.waits.answer({ run: waiting, node: 'ask' }, 7);
    // Longer than a lease: the process that drains renews its own.
    await together([a.clock, b.clock], 15_000);
    await answered;
    expect(calls).toEqual(['a a', 'b then']);
    held.resolve({ value: 'of a' });
    expect((await drained).finished).toMatchObject([{ run: working, node: 'a' }]);
    await together([a.clock, b.clock], 1500);
    expect(await b.engine.runs.get(working)).toMatchObject({ output: 'of a' });
    expect(calls).toEqual(['a a', 'b then', 'b b']);
    expect([...a.problems, ...b.problems]).toEqual([]);
  });

  it('[E50] a refused answer is refused over there too, with the same words', async () => {
    const store = memoryStore();
    const [a, b] = [await open(store, passOn, 1), await open(store, passOn, 2)];
    const strict = { ...ask, config: { ...ask.config, schema: { type: 'number' } } };
    const { id } = await a.engine.runs.start(buildWorkflow({ nodes: [strict] }));
    await settleTicks();
    const refused = b.engine.waits
      .answer({ run: id, node: 'ask' }, 'many')
      .catch((e: unknown) => e);
    await together([a.clock, b.clock], 500);
    expect(await refused).toMatchObject({ code: 'ANSWER_REFUSED' });
    expect((await a.engine.runs.get(id)).status).toBe('waiting');
  });

  it('[E50] what is asked of a run whose process has died is done by the asker, who recovers nothing else', async () => {
    const store = memoryStore();
    const dead = await open(store, passOn, 1);
    const { id: cancelled } = await dead.engine.runs.start(asking);
    const { id: answered } = await dead.engine.runs.start(asking);
    const { id: left } = await dead.engine.runs.start(asking);
    await settleTicks();
    // The clock of the first process stands still from here on.
    const asker = await open(store, passOn, 2, false);
    const done = Promise.all([
      asker.engine.runs.cancel(cancelled),
      asker.engine.waits.answer({ run: answered, node: 'ask' }, 7),
      asker.engine.runs.finished(answered),
    ]);
    await together([asker.clock], 9000);
    expect((await store.runs.get(cancelled))?.status).toBe('waiting');
    await together([asker.clock], 9000);
    expect((await done)[2].output).toBe(7);
    expect((await store.runs.get(cancelled))?.status).toBe('cancelled');
    expect(await isReleased(store, left)).toBe(false);
    expect(asker.problems).toEqual([]);
  });

  it('[E151] who awaits or watches a run whose process has died goes on with it, and is told what it waits for', async () => {
    const store = memoryStore();
    const dead = await open(store, () => new Promise(() => {}), 1);
    const { id } = await dead.engine.runs.start(buildWorkflow({ nodes: [task('a')] }));
    const { id: left } = await dead.engine.runs.start(asking);
    await settleTicks();
    // The clock of the first process stands still from here on.
    const heir = await open(store, () => ({ value: 'by the heir' }), 2, false);
    const told: unknown[] = [];
    const rows: string[] = [];
    const watching = (async () => {
      for await (const update of heir.engine.runs.events(id)) {
        if (update.type === 'event') rows.push(`${update.seq} ${update.event.type}`);
      }
    })();
    const done = Promise.all([
      heir.engine.runs.settled(id, { onElsewhere: (elsewhere) => told.push(elsewhere) }),
      heir.engine.runs.finished(id),
      watching,
    ]);
    await together([heir.clock], 9000);
    expect((await store.runs.get(id))?.status).toBe('running');
    expect(told).toEqual([{ owner: expect.any(String), until: expect.any(Number) }]);
    await together([heir.clock], 3000);
    const [settled, finished] = await done;
    expect([settled.output, finished.output]).toEqual(['by the heir', 'by the heir']);
    expect(rows).toEqual(['1 run.started', '2 node.completed']);
    expect(await isReleased(store, left)).toBe(false);
    expect(heir.problems).toEqual([]);
  });

  it('[E151] a process that renews its lease keeps its run, whoever watches it', async () => {
    const store = memoryStore();
    const slow = deferred<object>();
    const owner = await open(store, () => slow.promise, 1);
    const { id } = await owner.engine.runs.start(buildWorkflow({ nodes: [task('a')] }));
    await settleTicks();
    const other = await open(store, () => ({ value: 'by the other' }), 2, false);
    const done = other.engine.runs.finished(id);
    await together([owner.clock, other.clock], 30_000);
    slow.resolve({ value: 'by the owner' });
    await together([owner.clock, other.clock], 1000);
    expect((await done).output).toBe('by the owner');
    expect(other.problems).toEqual([]);
  });

  it('[E51] the runs of a process that is silent for longer than its lease are taken over, and it can no longer write', async () => {
    const store = memoryStore();
    const late = deferred<object>();
    const zombie = await open(store, () => late.promise, 1);
    const { id } = await zombie.engine.runs.start(buildWorkflow({ nodes: [task('a')] }));
    await settleTicks();
    // The clock of the first process stands still: it is frozen.
    const heir = await open(store, () => ({ value: 'by the heir' }), 2);
    await together([heir.clock], 9000);
    expect((await store.runs.get(id))!.status).toBe('running');
    await together([heir.clock], 5000);
    expect((await heir.engine.runs.get(id)).output).toBe('by the heir');
    late.resolve({ value: 'by the zombie' });
    await settleTicks();
    expect((await store.runs.journal(id))!.map(({ type }) => type)).toEqual([
      'run.started',
      'node.completed',
    ]);
    expect((await heir.engine.runs.get(id)).output).toBe('by the heir');
  });

  it('[E51] a run that comes back to a process which has not noticed that it lost it continues there', async () => {
    const store = memoryStore();
    let calls = 0;
    const first = await open(
      store,
      () => {
        calls += 1;
        return calls === 1 ? new Promise<never>(() => {}) : { value: 'at last' };
      },
      1,
    );
    const { id } = await first.engine.runs.start(buildWorkflow({ nodes: [task('a')] }));
    await settleTicks();
    // Frozen while the second one takes the run, which then freezes itself.
    const second = await open(store, () => new Promise<never>(() => {}), 2);
    await together([second.clock], 15_000);
    const { epoch } = (await store.runs.load(id))!;
    expect(epoch).toBeGreaterThan(1);
    await together([first.clock], 40_000);
    expect((await store.runs.load(id))!.epoch).toBeGreaterThan(epoch);
    expect(await first.engine.runs.get(id)).toMatchObject({ output: 'at last' });
  });

  it('[E51] a run that cannot be opened at once is tried again', async () => {
    const store = memoryStore();
    const dead = await open(store, () => new Promise<never>(() => {}), 1);
    const { id } = await dead.engine.runs.start(buildWorkflow({ nodes: [task('a')] }));
    await dead.engine.close({ drainMs: 0 });
    let faults = 3;
    const away: Store = {
      ...store,
      runs: {
        ...store.runs,
        load(run) {
          faults -= 1;
          if (faults >= 0) throw new Error('The store did not answer.');
          return store.runs.load(run);
        },
      },
    };
    const heir = await open(away, () => ({ value: 'by the heir' }), 2);
    await together([heir.clock], 5000);
    expect(heir.problems).toHaveLength(3);
    expect(await heir.engine.runs.get(id)).toMatchObject({ output: 'by the heir' });
  });

  it('[E51] of a process that closes, the runs are taken over at once', async () => {
    const store = memoryStore();
    const first = await open(store, () => new Promise<never>(() => {}), 1);
    const { id } = await first.engine.runs.start(buildWorkflow({ nodes: [task('a')] }));
    await first.engine.close({ drainMs: 0 });
    const second = await open(store, () => ({ value: 2 }), 2);
    expect((await second.engine.runs.finished(id)).output).toBe(2);
  });
});
