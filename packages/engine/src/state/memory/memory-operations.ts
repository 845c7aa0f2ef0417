// What workflows remember across runs
// The operations, for functions in a run, whose steps write once, and for the host outside of runs.
import type { Json } from '@skein/kernel';
import {
  EngineError,
  withoutUndefined,
  type Clock,
  type EngineStore,
  type MemoryCondition,
  type MemoryEntry,
  type MemoryPage,
  type MemoryPaging,
  type MemoryTerm,
  type MemoryWritten,
  type RememberedPlace,
  type RememberedRow,
  type RememberedStore,
} from '@skein/ports';
import { checkPlace, checkScope, checkWritten } from './memory-limits.ts';
import { sweepRemembered } from './sweep-remembered.ts';
import { hasGone, writeRemembered, type Change, type Writing } from './write-remembered.ts';

export interface MemoryParts {
  readonly store: Pick<EngineStore, 'remembered'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** `step`: the idempotency key of the step that it is part of; null outside of runs. */
export interface Remembering extends MemoryParts {
  readonly step: string | null;
}

export async function readMemory(
  parts: MemoryParts,
  place: RememberedPlace,
): Promise<MemoryEntry | null> {
  checkPlace(place);
  const row = await storeOf(parts).get(place);
  return row === undefined || hasGone(row, parts.clock.now()) ? null : toEntry(row);
}

export async function setMemory(
  by: Remembering,
  place: RememberedPlace,
  { value, ifRevision, ttlMs }: { readonly value: Json } & MemoryTerm & MemoryCondition,
): Promise<MemoryWritten> {
  checkWritten({ value, ifRevision, ttlMs });
  return write(by, place, (_, revision) => {
    if (ifRevision !== undefined && ifRevision !== revision) {
      const { scope, key } = place;
      throw new EngineError('MEMORY_CONFLICT', { scope, key, revision, wanted: ifRevision });
    }
    return { value, ttlMs };
  });
}

export async function addToMemory(
  by: Remembering,
  place: RememberedPlace,
  { value, ttlMs }: { readonly value: Json } & MemoryTerm,
): Promise<MemoryWritten> {
  checkWritten({ value, ttlMs });
  return write(by, place, (before) => ({ value: added(place, before, value), ttlMs }));
}

export async function listMemory(
  parts: MemoryParts,
  {
    user,
    scope,
    cursor,
    order,
    limit = 50,
  }: { readonly user: string; readonly scope?: string | undefined } & MemoryPaging,
): Promise<MemoryPage> {
  if (scope !== undefined) checkScope(scope);
  const now = parts.clock.now();
  const filter = withoutUndefined({ user, scope, cursor, order });
  const { items, nextCursor } = await storeOf(parts).list({
    ...filter,
    limit: Math.min(200, Math.max(1, limit)),
  });
  return { items: items.filter((row) => !hasGone(row, now)).map(toEntry), nextCursor };
}

export async function deleteFromMemory(by: Remembering, place: RememberedPlace): Promise<boolean> {
  const written = await tryWrite(by, place, (before) =>
    before === undefined ? undefined : { value: undefined },
  );
  return written !== undefined;
}

async function write(
  by: Remembering,
  place: RememberedPlace,
  change: Change,
): Promise<MemoryWritten> {
  // These changes always write something.
  return (await tryWrite(by, place, change)) as MemoryWritten;
}

async function tryWrite(
  by: Remembering,
  place: RememberedPlace,
  change: Change,
): Promise<MemoryWritten | undefined> {
  checkPlace(place);
  const store = storeOf(by);
  const writing: Writing = { store, place, step: by.step, now: by.clock.now() };
  await sweepRemembered(store, writing.now);
  return writeRemembered(writing, change);
}

function storeOf({ store: { remembered } }: MemoryParts): RememberedStore {
  if (remembered === undefined) throw new EngineError('MEMORY_UNAVAILABLE', {});
  return remembered;
}

function toEntry(row: RememberedRow): MemoryEntry {
  const { scope, key, value, revision, updatedAt, expiresAt } = row;
  return { scope, key, value, revision, updatedAt, expiresAt };
}

function added({ scope, key }: RememberedPlace, before: Json | undefined, value: Json): Json {
  // A list that is JSON has JSON in it.
  if (Array.isArray(before)) return [...(before as readonly Json[]), value];
  if (typeof value === 'number' && (before === undefined || typeof before === 'number')) {
    return (before ?? 0) + value;
  }
  if (before === undefined) return [value];
  const needed = typeof value === 'number' ? 'a number or a list' : 'a list';
  throw new EngineError('MEMORY_WRONG_TYPE', { scope, key, needed });
}
