// Writing what is remembered
// R1. A step writes once, however often it is called: it is looked for in the row and among the noted steps before it writes, and it
//     writes only to the revision that it saw. A second call of the same step that saw an older revision is refused by the
//     store, looks again and finds the first.
// R2. Nothing is lost between two writers: who is refused starts over with what the other wrote, for at most `triesMax` times.
import type { Json } from '@skein/kernel';
import {
  EngineError,
  type MemoryWritten,
  type RememberedPlace,
  type RememberedRow,
  type RememberedStore,
} from '@skein/ports';
import { checkRoom, sizeOfEntry } from './memory-limits.ts';

const triesMax = 100;

export interface Writing {
  readonly store: RememberedStore;
  readonly place: RememberedPlace;
  /** Null outside runs: then a repeated call writes again. */
  readonly step: string | null;
  readonly now: number;
}

/** What to write in the place of what is there, which has the revision 0 when there is nothing; undefined: nothing is written. */
export type Change = (before: Json | undefined, revision: number) => Changed | undefined;

export interface Changed {
  /** Undefined: it is removed. */
  readonly value: Json | undefined;
  readonly ttlMs?: number | undefined;
}

/** What is there afterwards; undefined when nothing was written. */
export async function writeRemembered(
  writing: Writing,
  change: Change,
): Promise<MemoryWritten | undefined> {
  const { store, place, step, now } = writing;
  for (let tries = 0; tries < triesMax; tries++) {
    const row = await store.get(place);
    const before = row === undefined || hasGone(row, now) ? undefined : row;
    if (step !== null && (row?.step === step || (await store.hasStep(place.user, step)))) {
      return { value: before?.value ?? null, revision: row?.revision ?? 0 };
    }
    const changed = change(before?.value, before?.revision ?? 0);
    if (changed === undefined) return undefined;
    const next = nextRow(writing, row, changed);
    if (!next.isGone) await checkRoom(store, { next, before, now });
    // Before it is replaced (Remembered store M2).
    if (row !== undefined && row.step !== null) {
      await store.noteStep({ user: place.user, step: row.step, at: now });
    }
    const isWritten =
      row === undefined ? await store.insert(next) : await store.replace(next, row.revision);
    if (isWritten) return { value: next.value, revision: next.revision };
  }
  const { scope, key } = place;
  throw new EngineError('MEMORY_CONTENDED', { scope, key, tries: triesMax });
}

export function hasGone({ isGone, expiresAt }: RememberedRow, now: number): boolean {
  return isGone || (expiresAt !== null && expiresAt <= now);
}

function nextRow(
  { place, step, now }: Writing,
  row: RememberedRow | undefined,
  { value, ttlMs }: Changed,
): RememberedRow {
  return {
    ...place,
    value: value ?? null,
    isGone: value === undefined,
    revision: (row?.revision ?? 0) + 1,
    sizeBytes: value === undefined ? 0 : sizeOfEntry(place, value),
    step,
    createdAt: row?.createdAt ?? now,
    updatedAt: now,
    expiresAt: ttlMs === undefined ? null : now + ttlMs,
  };
}
