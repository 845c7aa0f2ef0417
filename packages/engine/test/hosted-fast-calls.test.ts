// Goal: functions that are pure or fast are called inside the turn of a message, and no step of theirs is made twice.
import type { RegisteredFunction } from '@skein/agents';
import { handleMessage } from '@skein/engine';
import { memoryStore } from '@skein/stores';
import { afterEach, expect, it, vi } from 'vitest';

import { called, hostWith, run, startOf } from './message-host.ts';

const fast = { isFast: true } as const;

/** However busy the machine is, the turn has time for all of its calls. */
function stopTime(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}
afterEach(() => vi.restoreAllMocks());

it('[E135] functions that are pure or fast are called inside the turn; a fast one begins when what led to it is written', async () => {
  stopTime();
  const store = memoryStore();
  const written: number[] = [];
  const look = async () => written.push((await store.runs.journal(run))?.length ?? 0);
  for (const [more, seen] of [
    [fast, [1, 2]],
    [{ effect: 'pure' }, [0, 0]],
  ] as const) {
    const host = await hostWith(store, { run: look, ...more });
    const turn = await handleMessage(host, run, null, await startOf(host));
    expect(turn).toMatchObject({ kept: null, orders: [] });
    expect(written.splice(0)).toEqual(seen);
    expect(await store.runs.journal(run)).toHaveLength(3);
    await store.runs.delete(run);
  }
});

it('[E135] a step of such a function is written before it continues, and found again', async () => {
  stopTime();
  const store = memoryStore();
  const written: number[] = [];
  let made = 0;
  const f: RegisteredFunction['run'] = async (_, io) => {
    const value = await io.step('once', () => ++made);
    written.push((await store.runs.journal(run))?.length ?? 0);
    return value;
  };
  const start = await startOf(await hostWith(store, { run: f, ...fast }));
  await handleMessage(await hostWith(store, { run: f, ...fast }), run, null, start);
  expect(written).toEqual([2, 4]);
  // As if all of it were lost on the way back.
  const again = await handleMessage(await hostWith(store, { run: f, ...fast }), run, null, start);
  expect(again).toMatchObject({ kept: null, reply: { result: { id: run } } });
  expect(made).toBe(2);
});

it('[E135] a takeover after a step of such a function, because of a death or because it took too long, does not make it again', async () => {
  stopTime();
  const made: string[] = [];
  let hasDied = false;
  const f: RegisteredFunction['run'] = async (_, io, { node }) => {
    await io.step('once', () => made.push(node));
    if (node === 'a') return node;
    // The second one never comes back: its process has died, or it takes too long.
    return hasDied ? node : new Promise<never>(() => {});
  };
  const store = memoryStore();
  const dying = await hostWith(store, { run: f, ...fast });
  const start = await startOf(dying);
  const given = await handleMessage(dying, run, null, start);
  expect(given.orders).toMatchObject([{ do: 'call', node: 'b', attempt: 1 }]);
  expect(made).toEqual(['a', 'b']);
  hasDied = true;
  // On a worker, and in another try of the turn, of which nobody has heard.
  expect(await called(await hostWith(store, { run: f, ...fast }), given.orders[0])).toMatchObject({
    event: { type: 'node.completed', node: 'b' },
  });
  const next = await handleMessage(await hostWith(store, { run: f, ...fast }), run, null, start);
  expect(next).toMatchObject({ kept: null, orders: [] });
  expect(made).toEqual(['a', 'b']);
});

it('[E135] guarded functions are not, and one that takes too long is given up and ordered', async () => {
  const isGuarded = { run: () => null, effect: 'guarded' } as const;
  const guarded = await hostWith(memoryStore(), { ...isGuarded, ...fast });
  const first = await handleMessage(guarded, run, null, await startOf(guarded));
  expect(first.orders).toMatchObject([{ do: 'call', node: 'a' }]);
  let signal: AbortSignal | undefined;
  const hangs: RegisteredFunction['run'] = (_, io) => {
    ({ signal } = io);
    return new Promise<never>(() => {});
  };
  const host = await hostWith(memoryStore(), { run: hangs, ...fast });
  const turn = await handleMessage(host, run, null, await startOf(host));
  expect(turn.orders).toMatchObject([{ do: 'call', node: 'a', attempt: 1 }]);
  expect(signal?.aborted).toBe(true);
});
