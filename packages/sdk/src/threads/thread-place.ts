// Where a thread is remembered
// What was said is in the memory of its user, and not in runs: these may be deleted. Each thread has a scope of its own, so that a turn
// reads and writes as much in an old thread as in a new one:
//
//   turns           how many turns have begun
//   turn/000000007  what was said in the seventh
//   window          what the next turn sends to the model, and a summary of what came before
//
// The scope `threads` lists the threads of a user.
import type { JsonObject } from '@skein/kernel';
import { EngineError, type ModelMessage } from '@skein/ports';

export interface ThreadPlace {
  readonly agent: string;
  readonly thread: string;
}

export const listScope = 'threads';
export const countKey = 'turns';
export const windowKey = 'window';

/** A scope may have 200 characters, and the agent is part of it. */
const idLengthMax = 120;

export function scopeOf({ agent, thread }: ThreadPlace): string {
  return `thread:${agent}:${thread}`;
}

export function listKeyOf({ agent, thread }: ThreadPlace): string {
  return `${agent}/${thread}`;
}

/** With as many digits that the order of the keys is that of the turns. */
export function turnKey(turn: number): string {
  return `turn/${String(turn).padStart(9, '0')}`;
}

export function checkThreadId(id: unknown): void {
  if (typeof id === 'string' && id !== '' && id.length <= idLengthMax) return;
  const complaint = `It is not a text of 1 to ${idLengthMax} characters.`;
  const hint = 'Take an id that your program has anyway, such as that of a customer or a ticket.';
  throw new EngineError('BAD_VALUE', { what: 'id of the thread', complaint }, { hint });
}

/** One turn, as it is remembered. Until it is done it holds what the user said. */
export interface KeptTurn {
  /** That of the user's message. */
  readonly id: string;
  readonly run: string;
  readonly isDone: boolean;
  readonly messages: readonly ModelMessage[];
  /** What else the one who answers was told: which workflow an assistant works on, and in which version. */
  readonly about?: JsonObject;
  /** What it was saying when it was stopped: no step of its run has that text. */
  readonly cutOff?: string;
}

/** What the next turn begins with. */
export interface ThreadWindow {
  /** The newest turn in it. */
  readonly turn: number;
  /** What came before the messages, in the words of the model. */
  readonly summary?: string;
  readonly messages: readonly ModelMessage[];
}

/** A thread in the list of them. */
export interface ListedThread extends ThreadPlace {
  readonly turns: number;
  /** The beginning of what was said last by the user. */
  readonly said: string;
  /** The beginning of what was said first. */
  readonly title: string;
}

/** Turns, windows and listed threads consist of JSON; only their types are narrower. */
export function toKept(value: KeptTurn | ThreadWindow | ListedThread): JsonObject {
  // Texts, numbers and messages, which are JSON.
  return value as unknown as JsonObject;
}
