import { transition } from '@skein/kernel';
import type { StoredRun } from '@skein/ports';
import type { DriverRuntime } from '../core/driver/driver-runtime.ts';
import type { Ports } from '../engine-ports.ts';
import { RunDriver } from '../core/driver/run-driver.ts';
import {
  knownWorkflow,
  readWorkflow,
  type Definitions,
} from '../state/definitions/known-workflow.ts';
import { checkRules } from '../state/journal/check-rules.ts';
import { catchUp } from '../state/projections/begin-projection.ts';
import { hasProjection, rowsNamed, Snapshots } from '../state/snapshots/snapshots.ts';
import { lacksMessages } from '../state/snapshots/unread-messages.ts';

/** What is needed to rebuild a run. */
export type RebuildRuntime = DriverRuntime & Definitions & Ports<'sharing'>;

interface RebuildOptions {
  /** The driver will be started. */
  readonly isDriven?: boolean;
  /** Conversations that nothing in the graph reads may stay in the journal until they are needed. */
  readonly isLazy?: boolean;
  /** It is only read, so its code may be elsewhere. */
  readonly isRead?: boolean;
  readonly epoch?: number;
  readonly trace?: string | null;
}

/** A driver that is not started yet, with the state that its journal gives; one that will be started also has its projection. */
export async function rebuildRun(
  runtime: RebuildRuntime,
  { record, snapshot, events }: StoredRun,
  { isDriven = false, isLazy = false, isRead = false, epoch, trace }: RebuildOptions = {},
): Promise<RunDriver> {
  const { id } = record;
  const workflow = await (isRead ? readWorkflow : knownWorkflow)(runtime, record);
  const { graph } = workflow;
  const driver = new RunDriver(runtime, { id, workflow, origin: record, epoch, trace });
  const projector = isDriven ? driver.projector : null;
  for (const event of events) driver.snapshots?.add(event);
  if (snapshot !== undefined) {
    const rows = await runtime.store.runs.rows(id, rowsNamed(snapshot));
    const snapshots = driver.snapshots ?? new Snapshots();
    driver.adopt(snapshots.load(graph, snapshot, rows, projector));
    if (lacksMessages(driver.state)) driver.leaveUnread(snapshots);
    // Of the dialects with tables only one has conversations, and the row that it writes at every wake-up contains them in full.
    const isNeeded = graph.readsMessages || projector !== null || driver.rebuilder !== null;
    if (isNeeded || !isLazy) await driver.unread?.read();
    if (projector !== null && !hasProjection(snapshot)) {
      const before = await runtime.store.runs.journal(id, 0, snapshot.seq);
      catchUp(projector, graph, before ?? []);
    }
  }
  let { state } = driver;
  const [first] = events;
  checkRules(id, first?.type === 'run.started' ? first.rules : state.origin.rules);
  for (const event of events) {
    const result = transition(graph, state, event, projector !== null);
    ({ state } = result);
    projector?.take({ event, ...result });
  }
  // They are in the store.
  projector?.rows();
  driver.adopt(state);
  return driver;
}
