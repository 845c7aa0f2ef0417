import type { AnswerOf, Client } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type MemoryEntry } from '@skein/ports';
import { withoutUndefined } from '../without-undefined.ts';
import { refuseUser } from './refuse-user.ts';

/** What the workflows of the user of the key remember. */
export function remoteMemory(call: Client['call']): Engine['memory'] {
  const queryOf = (key: string, user: string | undefined, scope: string | undefined) => {
    refuseUser(user, 'remembers');
    return { ...withoutUndefined({ scope }), key };
  };
  return {
    get: (key, { user, scope } = {}) =>
      orElse(null, async () =>
        toEntry(await call('getMemory', { query: queryOf(key, user, scope) })),
      ),
    set: (key, value, { user, scope, ttlMs, ifRevision } = {}) =>
      call('putMemory', {
        query: queryOf(key, user, scope),
        body: { value, ...withoutUndefined({ ttlMs, ifRevision }) },
      }),
    add: (key, value, { user, scope, ttlMs } = {}) =>
      call('addMemory', {
        query: queryOf(key, user, scope),
        body: { value, ...withoutUndefined({ ttlMs }) },
      }),
    async list({ user, ...filter } = {}) {
      refuseUser(user, 'remembers');
      const { items, nextCursor } = await call('listMemory', { query: withoutUndefined(filter) });
      return { items: items.map(toEntry), nextCursor };
    },
    delete: (key, { user, scope } = {}) =>
      orElse(false, async () => {
        await call('deleteMemory', { query: queryOf(key, user, scope) });
        return true;
      }),
  };
}

async function orElse<T, Missing>(missing: Missing, ask: () => Promise<T>): Promise<T | Missing> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EngineError && error.code === 'NOT_FOUND') return missing;
    throw error;
  }
}

function toEntry({ updatedAt, expiresAt, ...rest }: AnswerOf<'getMemory'>): MemoryEntry {
  const until = expiresAt === null ? null : Date.parse(expiresAt);
  return { ...rest, updatedAt: Date.parse(updatedAt), expiresAt: until };
}
