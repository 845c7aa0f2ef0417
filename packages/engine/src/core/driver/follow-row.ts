import type { Projector } from '@skein/dialects';
import { transition, type RunEvent, type RunState } from '@skein/kernel';
import type { Snapshots } from '../../state/snapshots/snapshots.ts';
import type { Source, Task } from '../run/driven-run.ts';
import { AppendBatch } from './append/append-batch.ts';
import { planEffect } from './plan-effect.ts';
import type { PlannedRun } from './planned-run.ts';
import { settleSource } from './settle-source.ts';

interface FollowingRun extends PlannedRun {
  state: RunState;
  readonly snapshots: Snapshots | null;
  readonly projector: Projector | null;
  adopt(state: RunState): void;
}

/** Takes a row that is in the journal already; gives back what it asks for. */
export function followRow(
  run: FollowingRun,
  row: RunEvent,
  source: Source | null,
): readonly Task[] {
  run.snapshots?.add(row);
  const { state, effects, derived } = transition(run.graph, run.state, row);
  run.state = state;
  run.projector?.take({ event: row, state, derived, effects });
  settleSource(run, row, source);
  const batch = new AppendBatch(row, null);
  for (const effect of effects) planEffect(run, effect, batch);
  // All of it is in the store.
  run.adopt(state);
  run.changes.take(state);
  run.projector?.rows();
  return batch.tasks ?? [];
}
