// What the workflows of the caller remember across runs.
import type { AnswerOf } from '@skein/api';
import { EngineError, type MemoryEntry } from '@skein/ports';
import { audit } from '../records/audit.ts';
import { isoTime, isoTimeOrNull } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';

export const memoryHandlers: HandlersOf<'memory'> = {
  async listMemory({ query, identity, services }) {
    const page = await services.engine.memory.list({ ...query, user: identity.owner });
    return { body: { items: page.items.map(toJson), nextCursor: page.nextCursor } };
  },
  async getMemory({ query: { key, scope }, identity, services }) {
    const entry = await services.engine.memory.get(key, { scope, user: identity.owner });
    if (entry === null) throw missing(key);
    return { body: toJson(entry) };
  },
  async putMemory({ query: { key, scope }, body, identity, services }) {
    const { value, ttlMs, ifRevision } = body;
    const options = { scope, ttlMs, ifRevision, user: identity.owner };
    const written = await services.engine.memory.set(key, value, options);
    await audit(services, identity, { action: 'memory.save', subject: `${scope} ${key}` });
    return { body: { ...written } };
  },
  async addMemory({ query: { key, scope }, body: { value, ttlMs }, identity, services }) {
    const options = { scope, ttlMs, user: identity.owner };
    const written = await services.engine.memory.add(key, value, options);
    await audit(services, identity, { action: 'memory.save', subject: `${scope} ${key}` });
    return { body: { ...written } };
  },
  async deleteMemory({ query: { key, scope }, identity, services }) {
    const isDeleted = await services.engine.memory.delete(key, { scope, user: identity.owner });
    if (!isDeleted) throw missing(key);
    await audit(services, identity, { action: 'memory.delete', subject: `${scope} ${key}` });
    return { body: undefined };
  },
};

function missing(key: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'memory', id: key });
}

function toJson(entry: MemoryEntry): AnswerOf<'getMemory'> {
  const { updatedAt, expiresAt, ...rest } = entry;
  return { ...rest, updatedAt: isoTime(updatedAt), expiresAt: isoTimeOrNull(expiresAt) };
}
