import type { WorkflowId } from '@skein/kernel';

/** What was saved, renamed, enabled, disabled or deleted by this engine. */
export interface WorkflowChange {
  readonly id: WorkflowId;
  /** The owner; absent: nobody. */
  readonly user?: string;
}

export type WorkflowListener = (change: WorkflowChange) => void;

/** The subscribers to changed workflows. */
export class WorkflowChanges {
  readonly #listeners = new Set<WorkflowListener>();

  /** Returns the function that unsubscribes. */
  watch(listener: WorkflowListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(id: WorkflowId, user: string | undefined): void {
    for (const listener of this.#listeners)
      listener({ id, ...(user === undefined ? {} : { user }) });
  }
}
