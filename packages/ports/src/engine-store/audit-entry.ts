import type { Json } from '@skein/kernel';

/** One line of the audit log. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  /** Whose things it is about. */
  readonly user: string;
  /** Who did it: a key, a person. */
  readonly actor: string;
  /** `workflow.save`, `key.revoke`, `wait.answer` … */
  readonly action: string;
  /** The id of the thing. */
  readonly subject: string;
  readonly data: Json;
}
