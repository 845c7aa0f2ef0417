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
  readonly nextFireAt: number | null;
  /** The name of a secret, never the secret itself. */
  readonly secret: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}
