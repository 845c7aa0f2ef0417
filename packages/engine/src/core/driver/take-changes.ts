import type { Projector } from '@skein/dialects';
import { carriesState, isOver, type RunEvent } from '@skein/kernel';
import type { RunChanges } from '@skein/ports';
import type { Snapshots } from '../../state/snapshots/snapshots.ts';
import { rowSize } from '../../state/snapshots/row-size.ts';
import type { DriverRuntime } from './driver-runtime.ts';
import { isOfChild, outboxMessages } from './outbox-messages.ts';
import type { PlannedRun } from './planned-run.ts';

interface AppendingRun extends PlannedRun {
  readonly runtime: DriverRuntime;
  readonly snapshots: Snapshots | null;
  readonly projector: Projector | null;
}

/** What an append of these events changes beside the journal: indexes, rows of dialects, and the snapshot if one is due. */
export function takeChanges(
  run: AppendingRun,
  events: readonly RunEvent[],
): RunChanges | undefined {
  const { snapshots, projector, state } = run;
  let changes = run.changes.take(state);
  const projections = projector === null ? [] : projector.rows();
  if (projections.length > 0) changes = { ...changes, projections };
  const { outbox, treeSizes } = run.runtime;
  const emitted = run.changes.takeEmitted();
  if (outbox !== null && (changes !== undefined || emitted.length > 0 || events.some(isOfChild))) {
    const messages = outboxMessages(outbox, run, { ...changes, emitted }, events);
    if (messages.length > 0) changes = { ...changes, outbox: messages };
  }
  const bytes = treeSizes.measure(run, sizeOf(snapshots, events));
  if (bytes > 0) {
    const spent = { ...nothing(run), ...changes?.spent, bytes };
    const { user = '' } = run.origin;
    changes = { ...changes, spent: treeSizes.countsUsers ? { ...spent, user } : spent };
  }
  if (snapshots === null) return changes;
  // A snapshot of another version could not be read by this one.
  const isMoved = events.some(carriesState);
  if (!isMoved && (isOver(state) || !snapshots.isDue(state))) return changes;
  return { ...changes, snapshot: snapshots.take(run.graph, state, projector) };
}

function sizeOf(snapshots: Snapshots | null, events: readonly RunEvent[]): number {
  let size = 0;
  for (const event of events) {
    size += snapshots === null ? rowSize(event) : snapshots.add(event);
  }
  return size;
}

function nothing({ id, origin }: PlannedRun) {
  return { root: origin.root ?? id, tokens: 0, usd: 0 };
}
