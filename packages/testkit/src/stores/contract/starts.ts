import { runId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { codeOf, recorded, type Begun } from './fixtures.ts';

export function starts(store: () => Store, begin: Begun): void {
  const refusal = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      // Stores throw nothing else here.
      const { code, details } = error as { readonly code: string; readonly details: object };
      return { code, ...details };
    }
    return null;
  };

  it('[S600] a run that has not begun is found by its debounce key, by its user; once it has begun, by nobody', async () => {
    await begin('first', { debounceKey: 'k', user: 'ada' });
    expect(await refusal(() => begin('second', { debounceKey: 'k', user: 'ada' }))).toEqual({
      code: 'START_PENDING',
      run: 'first',
      key: 'k',
    });
    expect(await store().runs.get(runId('second'))).toBeUndefined();
    await begin('other key', { debounceKey: 'k2', user: 'ada' });
    await begin('other user', { debounceKey: 'k', user: 'bob' });
    await begin('no key', { user: 'ada' });
    await store().runs.append(runId('first'), 1, [recorded(2)], { begun: true });
    await begin('second', { debounceKey: 'k', user: 'ada' });
    expect(await codeOf(() => begin('third', { debounceKey: 'k', user: 'ada' }))).toBe(
      'START_PENDING',
    );
  });

  it('[S600] of many starts at once with one debounce key one makes a run, and the others find it', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        refusal(() => begin(`r${i}`, { debounceKey: 'same', idempotencyKey: `key ${i}` })),
      ),
    );
    const made = results.flatMap((result, i) => (result === null ? [`r${i}`] : []));
    expect(made).toHaveLength(1);
    const others = results.filter((result) => result !== null);
    const found = { code: 'START_PENDING', run: made[0] };
    expect(others).toMatchObject(Array.from({ length: 11 }, () => found));
  });

  it('[S601] the idempotency key of a start that has joined a run names that run and its row, also after it has begun', async () => {
    await begin('first', { debounceKey: 'k', user: 'ada', idempotencyKey: 'one' });
    const joined = [{ user: 'ada', key: 'two', seq: 2 }];
    await store().runs.append(runId('first'), 1, [recorded(2)], { joined });
    const again = (idempotencyKey: string, user = 'ada') =>
      refusal(() => begin(`again ${user}`, { debounceKey: 'k', user, idempotencyKey }));
    const repeated = { code: 'START_REPEATED', run: 'first' };
    expect(await again('one')).toEqual({ ...repeated, key: 'one' });
    expect(await again('two')).toEqual({ ...repeated, key: 'two', seq: 2 });
    expect(await again('three')).toMatchObject({ code: 'START_PENDING' });
    // The same start, told twice.
    await store().runs.append(runId('first'), 2, [recorded(3)], {
      joined: [{ user: 'ada', key: 'two', seq: 3 }],
      begun: true,
    });
    expect(await again('two')).toEqual({ ...repeated, key: 'two', seq: 2 });
    expect(await again('two', 'bob')).toBeNull();
    const plain = () => begin('plain', { user: 'ada', idempotencyKey: 'two' });
    expect(await refusal(plain)).toMatchObject(repeated);
    await store().runs.append(runId('first'), 3, [recorded(4)], { status: 'completed' });
    await store().runs.delete(runId('first'));
    expect(await refusal(plain)).toBeNull();
  });
}
