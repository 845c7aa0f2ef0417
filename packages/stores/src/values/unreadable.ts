// Rows that something else has damaged
// A list shows every row that it has. What cannot be read in a row is replaced by a mark, and the rest of it, its id first of all, is as it
// was: one row must not hide all others. Whoever asks for that one record alone is told that it is damaged (STORE_CORRUPT).
import type { Json, JsonObject, WaitQuestion } from '@skein/kernel';
import type { RunStatus, WaitRecord } from '@skein/ports';

/** Stands for a value that is no JSON. Not null: a trigger without a secret, for example, would be open to everybody. */
export const unreadable = '(unreadable)';

/** A stored text as a value. */
export function jsonOrMark(text: string): Json {
  try {
    // Parsed text is JSON.
    return JSON.parse(text) as Json;
  } catch {
    return unreadable;
  }
}

/** A question that nobody can read, or answer. */
export const unreadableQuestion: WaitQuestion = { kind: 'unreadable', prompt: unreadable };

/** The same, where there must be an object: the definition of a workflow in a list, for example. */
export const unreadableObject: JsonObject = { unreadable: true };

const runStatuses: Readonly<Record<RunStatus, true>> = {
  running: true,
  waiting: true,
  completed: true,
  failed: true,
  stopped: true,
  cancelled: true,
  stalled: true,
};

const waitStatuses: Readonly<Record<WaitRecord['status'], true>> = {
  open: true,
  answered: true,
  expired: true,
  cancelled: true,
};

export function isRunStatus(text: unknown): text is RunStatus {
  return typeof text === 'string' && Object.hasOwn(runStatuses, text);
}

export function isWaitStatus(text: unknown): text is WaitRecord['status'] {
  return typeof text === 'string' && Object.hasOwn(waitStatuses, text);
}

/** The status and the name of a run; one whose status is unknown has failed, so that nobody continues it. */
export function markedStatus(
  status: unknown,
  name: string | undefined,
): { readonly status: RunStatus; readonly name?: string } {
  if (!isRunStatus(status)) return { status: 'failed', name: unreadable };
  return name === undefined ? { status } : { status, name };
}
