// Goal: of activations of a node in quick succession, in whichever runs and engines, the newest is executed. The others settle as
// branches that were not taken, and say why; nothing that was wanted last is lost by a crash or a cancel.
import type { Json, WorkflowNode } from '@skein/kernel';
import type { NodeFunction } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const debounced = (more: Partial<NonNullable<WorkflowNode['debounce']>> = {}): WorkflowNode => ({
  ...task('index'),
  debounce: { key: '${trigger.doc}', quietMs: 1000, ...more },
});

/** Beside the debounced node another one goes its way, and both lead to a join. */
const workflow = (more?: Parameters<typeof debounced>[0]) =>
  buildWorkflow({
    id: 'save',
    nodes: [task('save'), debounced(more), task('mail'), { ...task('after'), join: 'all' }],
    edges: [
      { from: 'save', to: 'index' },
      { from: 'save', to: 'mail' },
      { from: 'index', to: 'after' },
      { from: 'mail', to: 'after' },
    ],
  });

function work() {
  const seen: { readonly [node: string]: Json[] } = { index: [], mail: [], after: [] };
  const note =
    (node: string): NodeFunction =>
    ({ previous }) => {
      seen[node]?.push(previous ?? null);
      return { value: previous ?? null };
    };
  const tasks = Object.fromEntries(
    ['save', 'index', 'mail', 'after'].map((node) => [node, note(node)]),
  );
  return { seen, tasks };
}

describeEngine('a node with debounce', (make) => {
  it('[E2300] of several runs only the newest executes it; the others go on as if it had not been reached, and `explain` says by whom', async () => {
    const { seen, tasks } = work();
    const { engine, start, settle, clock } = await make({ tasks });
    const save = (doc: number, v: number, user = 'ada') =>
      start(workflow(), { input: { doc, v }, user });
    const first = await save(1, 1);
    await clock.advance(400);
    const second = await save(1, 2);
    const other = await save(2, 1);
    const bobs = await save(1, 7, 'bob');
    await settle();
    expect(seen['index']).toEqual([]);
    expect(await engine.runs.get(first)).toMatchObject({ status: 'waiting' });
    const waits = await engine.runs.explain(first, 'index');
    expect(waits.words.join(' ')).toContain('the newest, when no newer one has come for 1000 ms');
    await clock.advance(999);
    await settle();
    expect(seen['index']).toEqual([]);
    await clock.advance(1);
    for (const id of [first, second, other, bobs]) {
      expect((await engine.runs.finished(id)).status).toBe('completed');
    }
    expect(seen['index']).toHaveLength(3);
    expect(seen['index']).not.toContainEqual({ doc: 1, v: 1 });
    // Nothing is left out but the node: its join settled with the branch that came.
    expect(seen['mail']).toHaveLength(4);
    expect(seen['after']).toHaveLength(4);
    const { status, words } = await engine.runs.explain(first, 'index');
    expect(status).toBe('cancelled');
    expect(words.join(' ')).toContain(`superseded by run ${second}`);
    expect(await save(1, 3)).toBeDefined();
    await settle();
    expect(seen['index']).toHaveLength(3);
  });

  it('[E2300] it is executed at `maxMs` however many come, and keeps its other limits', async () => {
    const { seen, tasks } = work();
    const { start, settle, clock } = await make({ tasks });
    const flow = buildWorkflow({
      id: 'save',
      nodes: [{ ...debounced({ maxMs: 2500 }), mutex: 'index', rate: { limit: 5, per: 'hour' } }],
    });
    for (let v = 0; v < 3; v++) {
      await start(flow, { input: { doc: 1, v } });
      await settle();
      await clock.advance(900);
    }
    await settle();
    expect(seen['index']).toEqual([{ doc: 1, v: 2 }]);
  });

  it('[E2301] if the newest run is cancelled before, the one before it is executed', async () => {
    const { seen, tasks } = work();
    const { engine, start, settle, clock } = await make({ tasks });
    const first = await start(workflow(), { input: { doc: 1, v: 1 } });
    const second = await start(workflow(), { input: { doc: 1, v: 2 } });
    await settle();
    await engine.runs.cancel(second);
    await clock.advance(1000);
    expect((await engine.runs.finished(first)).status).toBe('completed');
    expect(seen['index']).toEqual([{ doc: 1, v: 1 }]);
  });

  it('[E2302] after a restart the quiet period is what it was, and nobody is executed twice', async () => {
    const { seen, tasks } = work();
    const before = await make({ tasks, durable: {} });
    const first = await before.start(workflow(), { input: { doc: 1, v: 1 } });
    await before.clock.advance(600);
    const second = await before.start(workflow(), { input: { doc: 1, v: 2 } });
    await before.settle();
    const { engine, clock, settle } = await before.restart();
    await settle();
    await clock.advance(999);
    await settle();
    expect(seen['index']).toEqual([]);
    await clock.advance(1);
    for (const id of [first, second]) {
      expect((await engine.runs.finished(id)).status).toBe('completed');
    }
    expect(seen['index']).toEqual([{ doc: 1, v: 2 }]);
  });

  it('[E2303] where nobody waits nothing is looked up in the store', async () => {
    const store = memoryStore();
    let calls = 0;
    const { slots } = store;
    if (slots === undefined) throw new Error('The store keeps no slots.');
    const counting = new Proxy(slots, {
      get: (target, name) => {
        calls += 1;
        return Reflect.get(target, name);
      },
    });
    const { seen, tasks } = work();
    const { start, settle, clock } = await make({ tasks, store: { ...store, slots: counting } });
    await start(workflow(), { input: { doc: 1, v: 1 } });
    await settle();
    await clock.advance(1000);
    await settle();
    expect(seen['index']).toHaveLength(1);
    calls = 0;
    await clock.advance(3_600_000);
    await settle();
    expect(calls).toBe(0);
  });
});
