// What may be remembered
// Looked at before a write, so that writers at the same time may each exceed them by what they write.
import { sizeOfJson, type Json } from '@skein/kernel';
import {
  EngineError,
  type MemoryCondition,
  type MemoryTerm,
  type RememberedPlace,
  type RememberedRow,
  type RememberedStore,
} from '@skein/ports';
import { findJsonProblem } from '../values/find-json-problem.ts';

/** Characters of a value as JSON. */
const valueSizeMax = 1_048_576;
/** Keys in one scope of a user. */
const keysMax = 10_000;
/** Characters of all that a user has. */
const userSizeMax = 104_857_600;
/** A small entry counts as much: so there is a limit to how many a user can have, in however many scopes. */
const entrySizeMin = 1024;
const nameLengthMax = 200;

/** A hundred years: no database has a time for all that is later. */
const ttlMaxMs = 3_155_760_000_000;

export function checkPlace({ scope, key }: Pick<RememberedPlace, 'scope' | 'key'>): void {
  checkScope(scope);
  checkName('key', key);
}

function checkName(what: 'key' | 'scope', name: unknown): void {
  if (typeof name === 'string' && name !== '' && name.length <= nameLengthMax) return;
  throw invalid(`the ${what} is not a text of 1 to ${nameLengthMax} characters`);
}

export function checkScope(scope: unknown): void {
  checkName('scope', scope);
  // Who writes it outside of a run would find it in no run.
  if (scope !== 'workflow' && scope !== 'workflow:') return;
  throw invalid('outside of a run, the scope of a workflow is "workflow:" and its id');
}

/** A host may give anything. */
export function checkWritten({ value, ttlMs, ifRevision }: Written): void {
  const problem = findJsonProblem(value, 'value');
  if (problem !== null) throw invalid(`${problem.place} ${problem.complaint}`);
  if (ttlMs !== undefined && !(ttlMs > 0 && ttlMs <= ttlMaxMs)) {
    throw invalid(`the time to live is not between 0 and ${ttlMaxMs} milliseconds`);
  }
  if (ifRevision !== undefined && !(Number.isInteger(ifRevision) && ifRevision >= 0)) {
    throw invalid('the revision is not a whole number from 0 on');
  }
}

type Written = { readonly value: Json } & MemoryTerm & MemoryCondition;

function invalid(complaint: string): EngineError {
  return new EngineError('MEMORY_INVALID', { complaint });
}

export function sizeOfEntry({ scope, key }: RememberedPlace, value: Json): number {
  const size = sizeOfJson(value);
  if (size > valueSizeMax) throw tooLarge(`The value of "${key}"`, size, valueSizeMax);
  return Math.max(entrySizeMin, size + scope.length + key.length);
}

/** Refuses what would leave too many keys in the scope, or too much for the user. */
export async function checkRoom(
  store: RememberedStore,
  {
    next,
    before,
    now,
  }: {
    readonly next: RememberedRow;
    readonly before: RememberedRow | undefined;
    readonly now: number;
  },
): Promise<void> {
  const { user, scope, sizeBytes } = next;
  const growth = sizeBytes - (before?.sizeBytes ?? 0);
  if (growth > 0) {
    const size = await roomTaken({ user }, 'sizeBytes', userSizeMax - growth);
    if (size + growth > userSizeMax)
      throw tooLarge('All that the user remembers', size + growth, userSizeMax);
  }
  if (before !== undefined) return;
  const keys = await roomTaken({ user, scope }, 'keys', keysMax - 1);
  if (keys >= keysMax)
    throw tooLarge(`The number of keys in the scope "${scope}"`, keys + 1, keysMax);

  /** What has expired does not count, and is only looked for when there would be no room with it. */
  async function roomTaken(
    filter: { readonly user: string; readonly scope?: string },
    what: 'keys' | 'sizeBytes',
    max: number,
  ): Promise<number> {
    const { [what]: taken } = await store.measure(filter);
    if (taken <= max) return taken;
    const { [what]: expired } = await store.measure({ ...filter, expiredAt: now });
    return taken - expired;
  }
}

function tooLarge(what: string, found: number, max: number): EngineError {
  return new EngineError('MEMORY_TOO_LARGE', { what, found, max });
}
