import type { RunId } from '@skein/kernel';
import type { RunOrigin } from '@skein/ports';
import type { ProjectedWorkflow } from '../../state/projections/begin-projection.ts';

export interface DriverOptions {
  readonly id: RunId;
  readonly workflow: ProjectedWorkflow;
  readonly origin: RunOrigin;
  /** A second start with it finds this run. */
  readonly idempotencyKey?: string | undefined;
  /** Until it begins, a second start with it joins this run. */
  readonly debounceKey?: string | undefined;
  /** Default: null. */
  readonly trace?: string | null | undefined;
  /** Default: 1, that of a new run. */
  readonly epoch?: number | undefined;
}
