// What a host keeps of a run
// The state, with handles in the place of larger values: those are in the journal, once. Now and then the store gets a snapshot, so
// that whoever reads the run there (a worker, a server) need not replay all of it.
import type { Json } from '@skein/kernel';
import { isOver } from '@skein/kernel';
import type { RunDriver } from '../driver/run-driver.ts';
import { Snapshots } from '../snapshots/snapshots.ts';
import { textSize } from '../snapshots/text-size.ts';
import { keptForm, type KeptRun } from './kept-run.ts';
import type { TurnRuntime } from './turn-runtime.ts';

/** A tail up to this size is read and replayed in a few milliseconds. */
const tailMin = 262_144;
const tailFactor = 4;

/** Called when all rows of the turn are known and none is written. */
export function keepRun(
  { store, memory }: TurnRuntime,
  { origin, epoch, graph, state }: RunDriver,
  before: KeptRun | null,
): KeptRun {
  let tail = before?.tail ?? 0;
  for (const row of store.captured()) {
    memory.add(row);
    // A row is JSON; its interface only has no index signature to say so.
    tail += textSize(row as unknown as Json);
  }
  const kept = memory.take(graph, state);
  if (!isOver(state) && tail > Math.max(tailMin, tailFactor * textSize(kept.state))) {
    store.addSnapshot(new Snapshots().take(graph, state));
    tail = 0;
  }
  return { form: keptForm, origin, epoch, seq: state.seq, state: kept.state, tail };
}
