import type { Json, WorkflowId } from '@skein/kernel';

/** What starts runs of a workflow by itself. It is saved and deleted with the workflow; when it fires is a server's business. */
export interface TriggerRecord {
  readonly id: string;
  readonly user: string;
  readonly workflow: WorkflowId;
  /** `manual`, `webhook`, `schedule`, `event` … */
  readonly type: string;
  readonly config: Json;
  readonly isActive: boolean;
  /** `unplannedTick`: a schedule whose next tick a scheduler has still to find. */
  readonly nextFireAt: number | null;
  /** The name of a secret, never the secret itself. */
  readonly secret: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** It is due, so that the next scheduler on the store finds it and computes its first tick; it starts nothing itself. */
export const unplannedTick = 0;
