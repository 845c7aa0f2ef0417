import { answererName, type Answerer, type RunId, type WaitId } from '@skein/kernel';
import type { AuditEntry, Awaitable } from '@skein/ports';

/** Says that a wait was answered, in the log of whoever the run belongs to. */
export interface AnswerLog {
  /** Written with the answer itself where this process drives the run. */
  entryOf(answered: LoggedAnswer): AuditEntry;
  /** For all others: another process gave the answer, or it had been given before. */
  append(entry: AuditEntry): Awaitable<void>;
}

export interface LoggedAnswer {
  /** Of the entry. Ids are ordered by time, so that the index of a long log grows at its end. */
  readonly id: string;
  readonly wait: WaitId;
  readonly run: RunId;
  /** Whose run waited; empty when it is nobody's. */
  readonly owner: string;
  /** Who answered, and how: `ada (command line)`. */
  readonly actor: string;
}

/** The text by which a log names whoever gives an answer. */
export function actorOf({
  by,
  via,
}: {
  readonly by?: string | Answerer;
  readonly via?: string;
}): string {
  const channel = typeof by === 'object' ? by.channel : undefined;
  return `${answererName(by) ?? 'somebody'} (${via ?? channel ?? 'library'})`;
}
