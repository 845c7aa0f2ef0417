import { makeKey } from '@skein/server';
import { memoryStore } from '@skein/stores';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessWatch } from '../src/identity/access-watch.ts';
import type { Identity } from '../src/identity/identity.ts';
import { revokeKey } from '../src/identity/revoke-key.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that passes signals on as one in another process would hear them. */
async function world() {
  const { keys } = memoryStore();
  const heard = new Set<(text: string) => void>();
  const signals = {
    bytesMax: 8000,
    send: async (text: string) => {
      for (const each of heard) each(text);
    },
    listen: async (each: (text: string) => void) => {
      heard.add(each);
      return () => void heard.delete(each);
    },
  };
  const made = makeKey({ user: 'ann', name: 'ann', scopes: ['run'], expiresAt: 5000, now: 0 });
  await keys.create(made.record);
  // Only what is looked at: which key, and whose.
  const identity = { key: made.record.id, owner: 'ann' } as Identity;
  return { keys, signals, heard, identity, id: made.record.id };
}

it('[V442] a look happens twice a second, and an expired key loses what it has open', async () => {
  const { keys, identity } = await world();
  const clock = { now: () => Date.now() };
  vi.setSystemTime(0);
  const watch = accessWatch({ keys }, { clock });
  const lost = vi.fn<() => void>();
  watch.watch(identity, lost);
  await vi.advanceTimersByTimeAsync(4900);
  expect(lost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(600);
  expect(lost).toHaveBeenCalled();
  watch.stop();
});

it('[V442] what another process revokes is told by the signals of the store, without a timer', async () => {
  const { keys, signals, heard, identity, id } = await world();
  const watch = accessWatch({ keys, signals }, { clock: { now: () => 1 } });
  const lost = vi.fn<() => void>();
  watch.watch(identity, lost);
  await signals.send(JSON.stringify({ is: 'outbox' }));
  expect(await revokeKey({ keys, signals }, { id: 'none', user: 'ann', at: 1 })).toBe(false);
  await watch.look();
  expect(lost).not.toHaveBeenCalled();
  expect(await revokeKey({ keys, signals }, { id, user: 'ann', at: 1 })).toBe(true);
  // Only microtasks may pass: no timer is advanced.
  await vi.advanceTimersByTimeAsync(0);
  expect(lost).toHaveBeenCalledOnce();
  watch.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.size).toBe(0);
});
