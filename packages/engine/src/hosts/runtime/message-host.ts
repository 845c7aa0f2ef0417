import type { OpenExecution } from '../../core/run/driven-run.ts';
import type { Runtime } from '../../runtime.ts';
import type { InlineKind } from './inline-calls.ts';
import type { ForeignCalls } from './observed-runs.ts';
import type { WarmRuns } from './warm-runs.ts';

/** What handles messages of hosted runs and calls their nodes. */
export interface MessageHost {
  readonly runtime: Runtime;
  readonly warm: WarmRuns;
  readonly foreignCalls: ForeignCalls;
  /** Why a function may be called while a message is handled; null when it may not. */
  readonly inlineKindOf: (execution: OpenExecution) => InlineKind | null;
}
