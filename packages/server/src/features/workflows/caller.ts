import type { Ceilings, Engine } from '@skein/engine';
import type { Clock, EngineStore, ServerRecords } from '@skein/ports';
import type { Identity } from '../../identity/identity.ts';
import type { LargeWork } from '../../large/large-work.ts';
import type { Summaries } from '../summaries/summaries.ts';

/** What it takes to work on workflows, with or without a network. */
export interface CoreServices {
  readonly engine: Engine;
  readonly records: ServerRecords & Pick<EngineStore, 'tables'>;
  readonly clock: Pick<Clock, 'now'>;
  /** New ids for workflows, keys, triggers. */
  /** What one user cannot exceed; absent where the program itself is the user. */
  readonly ceilings?: Pick<Ceilings, 'userTriggers'>;
  readonly newId: () => string;
  /** Threads for large definitions; absent: they are read here. */
  readonly large?: LargeWork | undefined;
  readonly summaries: Pick<Summaries, 'workflowChanged' | 'stepChanged'>;
}

/** Who works on a workflow, and with what. */
export interface Caller {
  readonly services: CoreServices;
  readonly identity: Identity;
}
