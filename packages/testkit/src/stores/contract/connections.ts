// Tokens of users, and the sign-ins that bring them.
import type { Store } from '@skein/ports';
import { expect, it } from 'vitest';

const row = { connection: 'google', user: 'ann' };
const tokens = { ...row, sealed: 'AAEC…', createdAt: 1, updatedAt: 1 };

export function connections(store: () => Store): void {
  it('[S2500] the tokens of a connection belong to a user, and go with the connection', async () => {
    const { connections: kept } = store();
    await kept.put(tokens);
    await kept.put({ ...tokens, user: 'bob' });
    await kept.put({ ...tokens, connection: 'slack' });
    await kept.put({ ...tokens, sealed: 'new', createdAt: 5, updatedAt: 5 });
    const changed = { ...tokens, sealed: 'new', updatedAt: 5 };
    expect(await kept.get('google', 'ann')).toEqual(changed);
    expect(await kept.get('google', 'eve')).toBeUndefined();
    const { items } = await kept.list({ user: 'ann' });
    expect(items.map(({ connection }) => connection)).toEqual(['google', 'slack']);
    expect(await kept.delete('slack', 'ann')).toBe(true);
    expect(await kept.delete('slack', 'ann')).toBe(false);
    expect(await kept.deleteAll('google')).toBe(2);
    expect(await kept.get('google', 'bob')).toBeUndefined();
  });

  it('[S2501] one process at a time renews tokens, and one whose claim is over changes nothing', async () => {
    const { connections: kept } = store();
    await kept.put(tokens);
    const claims = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (owner) => kept.claim({ ...row, owner, now: 10, until: 20 })),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    const owner = ['a', 'b', 'c', 'd'][claims.indexOf(true)] ?? '';
    expect(await kept.claim({ ...row, owner: 'late', now: 19, until: 30 })).toBe(false);
    expect(await kept.claim({ ...row, owner: 'late', now: 20, until: 30 })).toBe(true);
    expect(await kept.renew({ ...row, owner, sealed: 'old', updatedAt: 25 })).toBe(false);
    expect(await kept.renew({ ...row, owner: 'late', sealed: 'new', updatedAt: 25 })).toBe(true);
    expect(await kept.get('google', 'ann')).toEqual({ ...tokens, sealed: 'new', updatedAt: 25 });
    expect(await kept.claim({ ...row, owner: 'next', now: 26, until: 40 })).toBe(true);
    await kept.release({ ...row, owner: 'other' });
    expect(await kept.claim({ ...row, owner: 'more', now: 27, until: 40 })).toBe(false);
    await kept.release({ ...row, owner: 'next' });
    expect(await kept.claim({ ...row, owner: 'more', now: 27, until: 40 })).toBe(true);
    // Whoever signs in anew ends the claim.
    await kept.put({ ...tokens, sealed: 'again', updatedAt: 28 });
    expect(await kept.renew({ ...row, owner: 'more', sealed: 'x', updatedAt: 29 })).toBe(false);
    expect(await kept.claim({ ...row, user: 'eve', owner: 'a', now: 1, until: 2 })).toBe(false);
  });

  it('[S2502] a sign-in that was begun is taken once, and forgotten after a while', async () => {
    const { connections: kept } = store();
    const begun = { id: 'h1', sealed: 'verifier', at: 10 };
    await kept.begin(begun);
    await kept.begin({ ...begun, id: 'h2', at: 20 });
    const taken = await Promise.all([1, 2, 3].map(async () => kept.take('h1')));
    expect(taken.filter((each) => each !== undefined)).toEqual([begun]);
    expect(await kept.take('h3')).toBeUndefined();
    await kept.forget(20);
    expect(await kept.take('h2')).toMatchObject({ at: 20 });
    await kept.begin({ ...begun, id: 'h4' });
    await kept.forget(20);
    expect(await kept.take('h4')).toBeUndefined();
  });
}
