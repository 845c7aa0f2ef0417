import type { RunEvent, RunId } from '@skein/kernel';
import type { RunCreation, RunStatus, Snapshot } from '@skein/ports';

export interface MemoryRun {
  readonly id: RunId;
  /** Its version changes when the run is moved to another. */
  origin: RunCreation;
  /** Its number among all runs, in the order of their starts. */
  readonly place: number;
  status: RunStatus;
  readonly rows: RunEvent[];
  owner: string | null;
  epoch: number;
  wakeAt: number | null;
  snapshot: Snapshot | null;
  deaths: number;
  /** How long its journal was at the last one. */
  deathSeq: number;
  isTried: boolean;
  quarantinedAt: number | null;
}

export function isUnfinished({ status }: { readonly status: RunStatus }): boolean {
  return status === 'running' || status === 'waiting';
}
