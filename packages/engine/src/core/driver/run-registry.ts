import type { RunId } from '@skein/kernel';
import type { TreeSizes } from '../budgets/tree-sizes.ts';
import type { DrivenRun, Reuse } from '../run/driven-run.ts';
import type { EndedRuns } from './ended-runs.ts';

/** The runs that a process has in memory. */
export interface RunRegistry {
  /** Unfinished ones, by id. */
  readonly drivers: Map<RunId, DrivenRun>;
  readonly endedRuns: EndedRuns;
  readonly treeSizes: TreeSizes;
  /** What replays may still use of the runs that they replay, by their own ids. */
  readonly reuses: Map<RunId, Reuse>;
}
