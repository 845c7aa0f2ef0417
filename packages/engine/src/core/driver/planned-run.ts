import type { DrivenRun } from '../run/driven-run.ts';
import type { ChangeLog } from './append/change-log.ts';
import type { InFlight } from './in-flight.ts';
import type { Rebuilder } from './rebuilder.ts';

/** A run as its driver's own parts see it: they open and close what is in flight, and note what that changes in the store. */
export interface PlannedRun extends DrivenRun {
  readonly inFlight: InFlight;
  readonly changes: ChangeLog;
  /** Only for tests: rebuilds the state after every append. */
  readonly rebuilder: Rebuilder | null;
}
