// Goal: a worker that dies, or is given up, releases its slot to others, also where there is only one slot.
import { nativeNodeTypes } from '@skein/agents';
import { createEngine, type Engine } from '@skein/engine';
import { seededIds, settleTicks, virtualClock } from '@skein/simulation';
import type { NodeFunction, NodeType, Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, dyingStore, task } from '@skein/testkit';
import { afterEach, expect, it } from 'vitest';

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

async function open(store: Store, run: NodeFunction, seed: number) {
  const kind = { type: 'task', mode: 'execute', ports: 'any' } as const;
  const type: NodeType = { kind, description: 'Calls a function of the test.', run };
  const clock = virtualClock();
  const engine = await createEngine({
    store,
    nodeTypes: new Map([...nativeNodeTypes({ functions: new Map() }), ['task', type]]),
    clock,
    ids: seededIds(seed),
    durable: { sharing: { pollMs: 100 } },
    limits: { executions: 1 },
    onProblem: () => {},
  });
  return { engine, clock };
}

const never = () => new Promise<never>(() => {});
const flow = buildWorkflow({
  id: 'slots',
  policy: { concurrency: 1 },
  nodes: [task('a'), task('b'), task('c')],
  edges: ['a -> c', 'b -> c'],
});

it('C13 [E123] a worker that dies between its claim and the first step: the next one continues, with one place', async () => {
  const store = memoryStore();
  const first = await open(store, never, 1);
  const { id } = await first.engine.runs.start(flow);
  await settleTicks();
  // The first one closes; the second claims the run and dies before it has written anything.
  await first.engine.close();
  let isDead = false;
  const claims: Store = {
    ...store,
    leases: {
      ...store.leases,
      claimDue: async (...given) => {
        const due = await store.leases.claimDue(...given);
        if (due.length > 0) isDead = true;
        return isDead ? never() : due;
      },
    },
  };
  const second = open(
    dyingStore(claims, 1, () => {}),
    () => ({ value: 1 }),
    2,
  );
  await settleTicks();
  void second;
  expect(isDead).toBe(true);
  expect((await store.runs.load(id))?.epoch).toBeGreaterThan(1);
  let [inFlight, most] = [0, 0];
  const third = await open(
    store,
    async ({ node }) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await settleTicks(1);
      inFlight -= 1;
      return { value: node };
    },
    3,
  );
  engines.push(third.engine);
  await third.clock.advance(9000);
  expect((await store.runs.get(id))?.status).toBe('running');
  for (let i = 0; i < 60; i++) await third.clock.advance(100);
  expect(await third.engine.runs.finished(id)).toMatchObject({ status: 'completed' });
  expect(most).toBe(1);
});

it('C13 [E123] a function of a run that another process took over gives its place back', async () => {
  const store = memoryStore();
  const called: string[] = [];
  const frozen = await open(
    store,
    ({ run }) => {
      called.push(run);
      return called.length === 1 ? never() : { value: run };
    },
    1,
  );
  engines.push(frozen.engine);
  const { id } = await frozen.engine.runs.start(flow);
  await settleTicks();
  const heir = await open(store, () => ({ value: 'by the heir' }), 2);
  engines.push(heir.engine);
  // The first one stands still for longer than its lease; the run changes hands, and then it finds out.
  for (let i = 0; i < 120; i++) await heir.clock.advance(100);
  expect(await heir.engine.runs.finished(id)).toMatchObject({ output: 'by the heir' });
  for (let i = 0; i < 130; i++) await frozen.clock.advance(100);
  await expect(frozen.engine.runs.cancel(id)).rejects.toMatchObject({ code: 'STORE_FENCED' });
  const next = await frozen.engine.runs.start(flow);
  for (let i = 0; i < 5; i++) await frozen.clock.advance(100);
  expect(await frozen.engine.runs.finished(next.id)).toMatchObject({ status: 'completed' });
});
