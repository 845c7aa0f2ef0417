// Goal: the simulation finds what is wrong, and its findings can be reproduced. Method: many seeds on a sound engine, then
// bugs planted in what surrounds it.
import { nativeNodeTypes, registeredTools } from '@skein/agents';
import { SimulationError, virtualClock, type VirtualClock } from '@skein/simulation';
import type { Json } from '@skein/kernel';
import type { NodeFunction, NodeType, Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { simulatedTask, simulatedWorkflows, simulateWorkflow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';

const seedsEach = 12;

describe('simulation', () => {
  it.each([...simulatedWorkflows])(
    '[E37] the workflow "%s" keeps all invariants and comes to its end',
    async (_, workflow) => {
      const done = { crash: 0, call: 0, store: 0, answer: 0, timer: 0 };
      for (let seed = 1; seed <= seedsEach; seed++) {
        const report = await simulateWorkflow(workflow, seed);
        expect(['completed', 'failed', 'cancelled']).toContain(report.status);
        for (const name of ['crash', 'call', 'store', 'answer', 'timer'] as const) {
          done[name] += report.operations[name];
        }
      }
      // It did something.
      expect(Math.min(...Object.values(done))).toBeGreaterThan(0);
    },
  );

  it('[E37] a start that could never be written is not looked for', async () => {
    const { status } = await simulateWorkflow(simulatedWorkflows.get('budget')!, 111);
    expect(status).toBe('completed');
  });

  it.each([
    ['while the store is away', 37],
    ['beside a parent that has just been written to', 239],
  ])('[E37] a process starts %s', async (_, seed) => {
    const { status } = await simulateWorkflow(simulatedWorkflows.get('children')!, seed);
    expect(status).toBe('completed');
  });

  it('[E38] the same seed produces the same rows', async () => {
    const workflow = simulatedWorkflows.get('children')!;
    const first = await simulateWorkflow(workflow, 7);
    const second = await simulateWorkflow(workflow, 7);
    const other = await simulateWorkflow(workflow, 8);
    expect(second).toEqual(first);
    expect(other.rows).not.toEqual(first.rows);
  });

  it('[E1650] code in threads is part of the world: a seed brings about the same rows, with its tools', async () => {
    const workflow = simulatedWorkflows.get('code')!;
    // In this seed processes die while code is under way.
    const first = await simulateWorkflow(workflow, 4);
    expect(await simulateWorkflow(workflow, 4)).toEqual(first);
    const rows = Object.values(first.rows).flat().join();
    for (const seen of ['price of', 'refund']) expect(rows).toContain(seen);
    expect(first.engines).toBeGreaterThan(1);
  });

  it('[E1650] code that gets another answer than it asked for is noticed', async () => {
    const tools = registeredTools({ price: () => 'price of nothing', refund: () => 'refund' });
    const workflow = simulatedWorkflows.get('code')!;
    const { status } = await simulateWorkflow(workflow, 4, { tools });
    expect(status).toBe('stopped');
  });

  it.each([
    ['a store that acknowledges before it writes', () => ({ store: hastyStore }), /gone|differs/],
    [
      'a store that loses a row now and then',
      () => ({ store: forgetfulStore }),
      /STORE_CONFLICT|expected|differs|gone/,
    ],
    [
      'a function that changes what it gave back',
      () => ({ nodeTypes: careless() }),
      /has changed|differs/,
    ],
    ['a store that shows the runs of others', () => ({ store: indiscreetStore }), /ben is shown/],
    [
      'a function that says too much',
      () => ({ nodeTypes: talkative() }),
      /characters in a journal/,
    ],
    ['a clock that keeps what was cancelled', () => ({ clock: hoardingClock() }), /timers, and/],
  ] as const)('[E39] the simulation catches %s', async (_, planted, complaint) => {
    const error = await firstFailure(planted);
    expect(error).toBeInstanceOf(SimulationError);
    expect(error?.message).toMatch(complaint);
    expect(error?.message).toContain(`npm run sim -- --workflow people --seed ${error?.seed}`);
    // The seed alone shows it again.
    const workflow = simulatedWorkflows.get('people')!;
    const again = simulateWorkflow(workflow, error?.seed ?? 0, planted());
    await expect(again).rejects.toThrow(error?.message);
  });
});

async function firstFailure(planted: () => object): Promise<SimulationError | undefined> {
  const workflow = simulatedWorkflows.get('people')!;
  for (let seed = 1; seed <= 50; seed++) {
    try {
      await simulateWorkflow(workflow, seed, planted());
    } catch (error) {
      if (error instanceof SimulationError) return error;
      throw error;
    }
  }
  return undefined;
}

/** Says that it has written before it has; a restart in between loses the append. */
function hastyStore(): Store {
  const store = memoryStore();
  let pending: (() => void)[] = [];
  const flush = () => {
    const writes = pending;
    pending = [];
    for (const write of writes) write();
  };
  return {
    ...store,
    runs: {
      ...store.runs,
      append(...append) {
        pending.push(() => void store.runs.append(...append));
        if (pending.length > 2) flush();
      },
      list(filter) {
        // Every engine begins with a look at the unfinished runs.
        if (filter.isUnfinished === true) pending = [];
        return store.runs.list(filter);
      },
    },
  };
}

function forgetfulStore(): Store {
  const store = memoryStore();
  let appends = 0;
  return {
    ...store,
    runs: {
      ...store.runs,
      append(...append) {
        appends += 1;
        if (appends % 5 !== 0) void store.runs.append(...append);
      },
    },
  };
}

function indiscreetStore(): Store {
  const store = memoryStore();
  const list: Store['runs']['list'] = (filter) => {
    const { user: _user, ...rest } = filter;
    return store.runs.list(rest);
  };
  return { ...store, runs: { ...store.runs, list } };
}

/** A timer that is not needed any more does nothing, and stays. */
function hoardingClock(): VirtualClock {
  const clock = virtualClock();
  const far = 1e12;
  const setTimer: VirtualClock['setTimer'] = (at, fire) => {
    const cancel = clock.setTimer(at, fire);
    return () => {
      cancel();
      clock.setTimer(clock.now() + far, () => {});
    };
  };
  return Object.setPrototypeOf({ setTimer }, clock) as VirtualClock;
}

function careless(): ReadonlyMap<string, NodeType> {
  const shared: { [key: string]: Json } = {};
  return tasks(async (call, io) => {
    await simulatedTask(call, io);
    shared[call.node] = call.activation;
    return { value: shared };
  });
}

function talkative(): ReadonlyMap<string, NodeType> {
  return tasks(async (call, io) => {
    await simulatedTask(call, io);
    return { value: 'x'.repeat(40_000) };
  });
}

function tasks(run: NodeFunction): ReadonlyMap<string, NodeType> {
  const kind = { type: 'task', mode: 'execute', ports: 'any' } as const;
  const natives = nativeNodeTypes({ functions: new Map() });
  return new Map([...natives, ['task', { kind, description: '', run }]]);
}
