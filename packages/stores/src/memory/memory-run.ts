import type { RunEvent } from '@skein/kernel';
import type { RunOrigin, RunStatus } from '@skein/ports';

export interface MemoryRun {
  readonly id: string;
  readonly origin: RunOrigin;
  /** Its number among all runs, in the order of their starts. */
  readonly place: number;
  status: RunStatus;
  readonly rows: RunEvent[];
}

export function isUnfinished({ status }: MemoryRun): boolean {
  return status === 'running' || status === 'waiting';
}
