import type { WorkflowId } from '@skein/kernel';

/** What was saved, renamed, switched or deleted by this engine. */
export interface WorkflowChange {
  readonly id: WorkflowId;
  /** Whose it is; absent: nobody's. */
  readonly user?: string;
}

export type WorkflowListener = (change: WorkflowChange) => void;

/** Who wants to hear of changed workflows. */
export class WorkflowChanges {
  readonly #listeners = new Set<WorkflowListener>();

  /** Gives back what ends it. */
  watch(listener: WorkflowListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(id: WorkflowId, user: string | undefined): void {
    for (const listener of this.#listeners)
      listener({ id, ...(user === undefined ? {} : { user }) });
  }
}
