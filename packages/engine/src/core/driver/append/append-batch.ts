// An append batch
// What has been decided from the events that a run took together, and waits for their append. Most batches have one event
// and one task: lists are made with their first item, because an empty one that is pushed to takes room for 17.
import type { Derived, RunEvent } from '@skein/kernel';
import type { Draft } from '../../run/draft.ts';
import type { Source, Task } from '../../run/driven-run.ts';

export interface InboxItem {
  readonly draft: Draft;
  readonly source: Source | null;
  readonly done: (() => void) | undefined;
  readonly refused: ((error: unknown) => void) | undefined;
  /** Completes the draft with what only the moment can tell in which it is applied; an error refuses it. */
  readonly prepare?: (() => Error | null) | undefined;
}

export class AppendBatch {
  readonly events: RunEvent[];
  /** What was derived from each event; null when no one can hear of it. */
  readonly derived: (readonly Derived[])[] | null;
  tasks: Task[] | null = null;
  /** Items whose poster wants to be told; most do not. */
  heard: InboxItem[] | null = null;

  constructor(event: RunEvent, derived: readonly Derived[] | null) {
    this.events = [event];
    this.derived = derived === null ? null : [derived];
  }

  addEvent(event: RunEvent, derived: readonly Derived[]): void {
    this.events.push(event);
    this.derived?.push(derived);
  }

  addTask(task: Task): void {
    if (this.tasks === null) this.tasks = [task];
    else this.tasks.push(task);
  }
}
