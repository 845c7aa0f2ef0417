import type { RunId } from '@skein/kernel';
import type { Ports } from '../../engine-ports.ts';
import type { DrivenRun, RunPorts, Task } from '../run/driven-run.ts';
import type { Pump } from './pump.ts';
import type { RunRegistry } from './run-registry.ts';

/** Does what reaches outside, once its event is in the journal. */
export type Enact = (run: DrivenRun, task: Task) => void;

/** What the drivers of one engine share. */
export interface DriverRuntime
  extends
    RunPorts,
    RunRegistry,
    Ports<
      'ids' | 'log' | 'onProblem' | 'isDraining' | 'isClosed' | 'rebuildAlways' | 'takesSnapshots'
    > {
  readonly pump: Pump;
  readonly enact: Enact;
  readonly ownership: {
    /** Under which name this process owns runs in the store. */
    readonly owner: string;
    /** The run was given up although it is ours. */
    lookAgain(run: { readonly id: RunId }): void;
  };
  /** Null when runs stay in memory until they end. */
  readonly residents: {
    /** The run has just done something. */
    look(run: DrivenRun): void;
  } | null;
}
