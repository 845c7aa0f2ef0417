// Goal: what workflows remember is there in the next run, is written once whatever is repeated, and belongs to one user.
import { EngineError } from '@skein/ports';
import type { Json } from '@skein/kernel';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { addToMemory, readMemory, setMemory } from '../src/state/memory/memory-operations.ts';

const durable = {};
const place = (key: string, user = '') => ({ user, scope: 'user', key });
const one = buildWorkflow({ id: 'one', nodes: [task('work')], edges: [] });

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'none';
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error);
  }
}

describeEngine('what is remembered across runs', (make) => {
  it('[E810] functions read in one run what another has written; the scope of a workflow is its own', async () => {
    const { engine, start } = await make({
      durable,
      task: async (_, io) => {
        const before = await io.memory.get('seen');
        await io.memory.set('seen', [...((before?.value ?? []) as Json[]), 1]);
        const own = await io.memory.add('count', 1, { scope: 'workflow' });
        return { value: { before: before?.value ?? null, own: own.value } };
      },
    });
    const outputs = [];
    for (const workflow of [one, one, { ...one, id: 'two' }]) {
      outputs.push((await engine.runs.finished(await start(workflow))).output);
    }
    expect(outputs).toMatchObject([
      { before: null, own: 1 },
      { before: [1], own: 2 },
      { before: [1, 1], own: 1 },
    ]);
    expect(await engine.memory.get('seen')).toMatchObject({ value: [1, 1, 1], revision: 3 });
    const { items } = await engine.memory.list();
    expect(items.map(({ scope, key }) => `${scope} ${key}`)).toEqual([
      'user seen',
      'workflow:one count',
      'workflow:two count',
    ]);
  });

  it('[E811] an operation is a recorded step: a function that is called again gets its result', async () => {
    const { engine, start, restart, settle } = await make({
      durable,
      task: async (_, io) => {
        const added = await io.memory.add('count', 1);
        await io.wait({ kind: 'question', prompt: '?' });
        return { value: added.value };
      },
    });
    const run = await start(one);
    await settle();
    await engine.memory.add('count', 10);
    const { engine: next } = await restart();
    await next.waits.answer({ run, node: 'work' }, 'go');
    expect(await next.runs.finished(run)).toMatchObject({ output: 1 });
    expect(await next.memory.get('count')).toMatchObject({ value: 11, revision: 2 });
    const rows = await next.runs.journal(run);
    expect(rows.filter((row) => row.type === 'step.recorded')).toMatchObject([
      { key: 'memory.add#1', value: { value: 1, revision: 1 } },
    ]);
  });

  it('[E812] a refused operation fails its node without a retry, with the code of the problem', async () => {
    const { engine, start } = await make({
      durable,
      task: async (_, io) => {
        await io.memory.set('k', 1, { ifRevision: 7 });
        return {};
      },
    });
    const nodes = [task('work', { retry: { attempts: 3, backoffMs: 1 } })];
    const run = await start(buildWorkflow({ id: 'refused', nodes, edges: [] }));
    expect(await engine.runs.finished(run)).toMatchObject({
      status: 'failed',
      error: { code: 'MEMORY_CONFLICT' },
    });
    const rows = await engine.runs.journal(run);
    expect(rows.filter(({ type }) => type === 'attempt.failed')).toHaveLength(1);
  });

  it('[E813] a node with a long id can write again and again', async () => {
    const { engine, start } = await make({
      durable,
      task: async (_, io) => ({ value: (await io.memory.add('count', 1)).value }),
    });
    const nodes = [task('work'.repeat(150))];
    const long = buildWorkflow({ id: 'long', nodes, edges: [] });
    const outputs = [];
    for (let i = 0; i < 3; i++)
      outputs.push((await engine.runs.finished(await start(long))).output);
    expect(outputs).toEqual([1, 2, 3]);
  });

  it('[E816] outside of runs the scope of a workflow has its name', async () => {
    const { engine } = await make({ durable });
    for (const scope of ['workflow', 'workflow:']) {
      expect(await codeOf(engine.memory.set('k', 1, { scope }))).toBe('MEMORY_INVALID');
      expect(await codeOf(engine.memory.list({ scope }))).toBe('MEMORY_INVALID');
    }
    await engine.memory.set('k', 1, { scope: 'workflow:one' });
    expect(await engine.memory.get('k', { scope: 'workflow:one' })).toMatchObject({ value: 1 });
  });

  it('[E818] a store node waits for a database that is away', async () => {
    const store = memoryStore();
    const { remembered } = store;
    let tries = 0;
    const get: typeof remembered.get = (place) => {
      tries += 1;
      if (tries <= 8) throw new EngineError('STORE_UNAVAILABLE', { reason: 'away' });
      return remembered.get(place);
    };
    const { engine, start, clock, settle } = await make({
      durable,
      store: { ...store, remembered: { ...remembered, get } },
    });
    const count = { id: 'count', type: 'store', config: { do: 'add', key: 'n', value: 1 } };
    const run = await start(buildWorkflow({ id: 'outage', nodes: [count], edges: [] }));
    for (let i = 0; i < 10; i++) {
      await settle();
      await clock.advance(60_000);
    }
    expect(await engine.runs.finished(run)).toMatchObject({
      status: 'completed',
      output: { value: 1, revision: 1 },
    });
  });
});

describe('writing', () => {
  const parts = (now = { ms: 1000 }) => ({ store: memoryStore(), clock: { now: () => now.ms } });

  it('[E813] a step writes once, also when others have written since and its result was never recorded', async () => {
    const by = parts();
    const step = (name: string) => ({ ...by, step: name });
    await addToMemory(step('a'), place('n'), { value: 1 });
    await addToMemory(step('b'), place('n'), { value: 10 });
    await addToMemory({ ...by, step: null }, place('n'), { value: 100 });
    expect(await addToMemory(step('a'), place('n'), { value: 1 })).toEqual({
      value: 111,
      revision: 3,
    });
    expect(await addToMemory(step('b'), place('n'), { value: 10 })).toEqual({
      value: 111,
      revision: 3,
    });
    expect(await addToMemory(step('c'), place('n'), { value: 1000 })).toEqual({
      value: 1111,
      revision: 4,
    });
  });

  it('[E813] whatever crashes, freezes and overlaps, each of many steps has written exactly once', async () => {
    const by = parts();
    let n = 0;
    const { remembered } = by.store;
    // Every third answer of the store is late by a few ticks, and every fifth is lost after it was written.
    const flaky = {
      ...by,
      store: {
        remembered: {
          ...remembered,
          replace: async (...given: Parameters<typeof remembered.replace>) => {
            n += 1;
            if (n % 3 === 0) for (let i = 0; i < n % 7; i++) await Promise.resolve();
            const done = await remembered.replace(...given);
            if (n % 5 === 0) throw new Error('The answer was lost.');
            return done;
          },
        },
      },
    };
    const steps = Array.from({ length: 40 }, (_, i) => `step ${i}`);
    const call = async (step: string) => {
      for (let tries = 0; tries < 20; tries++) {
        const isDone = await addToMemory({ ...flaky, step }, place('n'), { value: 1 }).then(
          () => true,
          () => false,
        );
        if (isDone) return;
      }
    };
    // Each is called by two processes at the same time, and all of them again afterwards.
    await Promise.all([...steps, ...steps].map(call));
    await Promise.all(steps.map(call));
    expect(await readMemory(by, place('n'))).toMatchObject({ value: 40 });
  });

  it('[E814] compare and set: of several that saw the same revision one writes; 0 is nothing there', async () => {
    const by = { ...parts(), step: null };
    const set = (value: Json, ifRevision: number) =>
      codeOf(setMemory(by, place('k'), { value, ifRevision }));
    expect(await Promise.all(['a', 'b', 'c'].map((value) => set(value, 0)))).toEqual(
      expect.arrayContaining(['none', 'MEMORY_CONFLICT', 'MEMORY_CONFLICT']),
    );
    expect(await set('d', 1)).toBe('none');
    expect(await set('e', 1)).toBe('MEMORY_CONFLICT');
    expect(await readMemory(by, place('k'))).toMatchObject({ value: 'd', revision: 2 });
  });

  it('[E815] what has expired is not there, and is swept later; a deleted key begins anew', async () => {
    const now = { ms: 1000 };
    const by = { ...parts(now), step: null };
    await setMemory(by, place('k'), { value: 1, ttlMs: 500 });
    now.ms = 1499;
    expect(await readMemory(by, place('k'))).toMatchObject({ value: 1, expiresAt: 1500 });
    now.ms = 1500;
    expect(await readMemory(by, place('k'))).toBeNull();
    expect(await addToMemory(by, place('k'), { value: 5 })).toMatchObject({ value: 5 });
    await setMemory(by, place('old'), { value: 1, ttlMs: 1 });
    now.ms += 3 * 24 * 3_600_000;
    await setMemory(by, place('new'), { value: 1 });
    expect(await by.store.remembered.get(place('old'))).toBeUndefined();
    expect(await by.store.remembered.get(place('k'))).toMatchObject({ value: 5 });
  });

  it.each<readonly [string, Json, string]>([
    ['', 1, 'MEMORY_INVALID'],
    ['x'.repeat(201), 1, 'MEMORY_INVALID'],
    ['k', undefined as unknown as Json, 'MEMORY_INVALID'],
    ['k', 'x'.repeat(1_048_576), 'MEMORY_TOO_LARGE'],
  ])(
    '[E816] a key, scope, value or time that cannot be kept is refused (%#)',
    async (key, value, code) => {
      expect(await codeOf(setMemory({ ...parts(), step: null }, place(key), { value }))).toBe(code);
    },
  );

  it('[E816] numbers are added to numbers, everything else to lists', async () => {
    const by = { ...parts(), step: null };
    const add = (key: string, value: Json) => addToMemory(by, place(key), { value });
    expect(await add('n', 2)).toMatchObject({ value: 2 });
    expect(await codeOf(add('n', 'x'))).toBe('MEMORY_WRONG_TYPE');
    expect(await add('l', 'x')).toMatchObject({ value: ['x'] });
    expect(await add('l', 2)).toMatchObject({ value: ['x', 2] });
  });

  it('[E816] a scope has at most 10,000 keys and a user at most 100 MB; what has expired does not count', async () => {
    const now = { ms: 1000 };
    const by = { ...parts(now), step: null };
    const full = { keys: 0, sizeBytes: 0 };
    const expired = { keys: 0, sizeBytes: 0 };
    const { remembered } = by.store;
    const limited = {
      ...by,
      store: {
        remembered: {
          ...remembered,
          measure: async ({ expiredAt }: { readonly expiredAt?: number }) =>
            expiredAt === undefined ? full : expired,
        },
      },
    };
    const set = (key: string) => codeOf(setMemory(limited, place(key), { value: 1 }));
    expect(await set('a')).toBe('none');
    full.keys = 10_000;
    expect(await set('b')).toBe('MEMORY_TOO_LARGE');
    expect(await set('a')).toBe('none');
    expired.keys = 1;
    expect(await set('b')).toBe('none');
    full.sizeBytes = 104_857_600;
    expect(await set('c')).toBe('MEMORY_TOO_LARGE');
  });

  it('[E817] users never see each other', async () => {
    const by = { ...parts(), step: null };
    await setMemory(by, place('k', 'ann'), { value: 'hers' });
    expect(await readMemory(by, place('k', 'bob'))).toBeNull();
    expect(await addToMemory(by, place('k', 'bob'), { value: 'his' })).toMatchObject({
      value: ['his'],
    });
    expect(await readMemory(by, place('k', 'ann'))).toMatchObject({ value: 'hers' });
  });
});
