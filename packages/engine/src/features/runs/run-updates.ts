// The stream of a run
// First what the journal holds, then what happens live: without gaps or duplicates, because rows are numbered.
import {
  carriesState,
  createRun,
  rebuildState,
  transition,
  versionsLeft,
  type Derived,
  type Graph,
  type RunEvent,
  type RunId,
} from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { Feed } from '../../core/run/feed.ts';
import type { RunUpdate } from '../../core/run/run-update.ts';
import type { Peers } from '../../cluster/peers.ts';
import type { Ports } from '../../engine-ports.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import { endedRun } from '../../cluster/ended-run.ts';
import { isAway, locateDriver, type FindRuntime } from '../../cluster/find-run.ts';
import { pollRows, type AwayRun } from './follow-elsewhere.ts';
import { StreamEnds, type Transient } from './stream-ends.ts';
import { earlierGraphs } from '../../state/definitions/earlier-graphs.ts';
import { readWorkflow, type Definitions } from '../../state/definitions/known-workflow.ts';

export type WatchRuntime = FindRuntime & Pick<Peers, 'live'>;

export interface WatchOptions {
  /** Only rows after this sequence number; default 0. With `tree`, the `cursor` of an update. */
  readonly after?: number | string;
  /** Also those of the runs below it, each with its run and a cursor: a run comes before its parent is told of its end. */
  readonly tree?: boolean;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

export async function* runUpdates(
  runtime: WatchRuntime,
  run: RunId,
  {
    after = 0,
    signal,
  }: { readonly after?: number; readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<RunUpdate, void, undefined> {
  const found = await locateDriver(runtime, run);
  if (!isAway(found)) {
    yield* updatesHere(runtime, { run, driver: found, after, signal });
    return;
  }
  let seq = after;
  const away = { run, elsewhere: found };
  for await (const update of updatesElsewhere(runtime, away, { after, signal })) {
    if (update.type === 'event') ({ seq } = update);
    yield update;
  }
  // Taken over meanwhile; otherwise it has ended.
  const driver = runtime.drivers.get(run);
  if (driver !== undefined) yield* updatesHere(runtime, { run, driver, after: seq, signal });
}

async function* updatesHere(
  runtime: FindRuntime,
  watched: {
    readonly run: RunId;
    /** Null when it has ended. */
    readonly driver: DrivenRun | null;
    readonly after: number;
    readonly signal: AbortSignal | undefined;
  },
): AsyncGenerator<RunUpdate, void, undefined> {
  const { run, driver, after, signal } = watched;
  if (signal?.aborted) return;
  const graph = driver?.graph ?? (await graphOf(runtime, run));
  const feed = driver === null ? null : driver.watchers.watch();
  const stop = () => feed?.end();
  signal?.addEventListener('abort', stop);
  try {
    yield* rowsAndFeed(runtime, { run, graph, driver, feed, after, signal });
  } finally {
    signal?.removeEventListener('abort', stop);
    feed?.close();
  }
}

async function* rowsAndFeed(
  runtime: Definitions & Ports<'store'>,
  watched: {
    readonly run: RunId;
    readonly graph: Graph;
    readonly driver: DrivenRun | null;
    readonly feed: Feed | null;
    readonly after: number;
    readonly signal: AbortSignal | undefined;
  },
): AsyncGenerator<RunUpdate, void, undefined> {
  const { run, graph, driver, feed, after, signal } = watched;
  let seq = after;
  for (;;) {
    // Before the rows are read: what is streamed meanwhile is in the feed.
    const texts = driver === null ? [] : streamedBy(driver);
    const ends = new StreamEnds(texts, driver?.state.seq ?? 0);
    // What the reader has not seen is only in the feed then, which was opened before: a long journal is not read for nothing.
    const isUpToDate = driver !== null && seq >= driver.state.seq;
    const rows = isUpToDate ? [] : await rowsOf(runtime, { run, graph, after: seq });
    for (const update of rows) {
      if (signal?.aborted) return;
      seq = update.seq;
      ends.note(update.event);
      yield update;
    }
    for (const text of texts) if (!ends.isOver(text)) yield text;
    if (feed === null) return;
    for (;;) {
      // Nothing is awaited for what is there already.
      const item = feed.ready() ?? (await feed.take());
      if (item.type === 'end' || signal?.aborted) return;
      if (item.type === 'lagged') break;
      if (item.type === 'event') {
        // The feed was opened before the rows were read.
        if (item.seq <= seq) continue;
        seq = item.seq;
      } else if (ends.isOver(item)) continue;
      yield item;
    }
  }
}

/** The live text so far. */
function streamedBy({ inFlight }: DrivenRun): readonly Transient[] {
  return [...inFlight.executions.values()].flatMap((call): readonly Transient[] => {
    if (call.type !== 'execution') return [];
    const { node, activation } = call.effect;
    return call.streamed().map((piece) => ({ type: 'transient', node, activation, ...piece }));
  });
}

/** Rows with what the kernel derives from them: recomputed from the first row on, because it is never stored. */
async function rowsOf(
  runtime: Definitions & Ports<'store'>,
  { run, graph, after }: { readonly run: RunId; readonly graph: Graph; readonly after: number },
): Promise<readonly Extract<RunUpdate, { type: 'event' }>[]> {
  const rows = (await runtime.store.runs.journal(run)) ?? [];
  const isMoved = versionsLeft(rows).length > 0;
  const record = isMoved ? await runtime.store.runs.get(run) : undefined;
  const earlier = record === undefined ? undefined : await earlierGraphs(runtime, record, rows);
  const updates: Extract<RunUpdate, { type: 'event' }>[] = [];
  const note = (event: RunEvent, derived: readonly Derived[]) => {
    const { seq } = event;
    if (seq > after) updates.push({ type: 'event', seq, event, derived });
  };
  rebuildState(graph, rows, note, earlier);
  return updates;
}

async function graphOf(runtime: FindRuntime, run: RunId): Promise<Graph> {
  const ended = await endedRun(runtime, run);
  if (ended !== undefined) return ended.graph;
  const stored = await runtime.store.runs.load(run);
  if (stored === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return (await readWorkflow(runtime, stored.record)).graph;
}

/** The graph that decides from a row on; null when it is the one before. */
async function graphFrom(
  runtime: Definitions & Ports<'store'>,
  run: RunId,
  row: RunEvent,
): Promise<Graph | null> {
  const begun = row.type === 'run.started' ? row.workflow.version : undefined;
  const version = carriesState(row) ? row.to : begun;
  const record = version === undefined ? undefined : await runtime.store.runs.get(run);
  if (version === undefined || record === undefined) return null;
  const { workflow } = record;
  if (workflow.version === version && begun !== undefined) return null;
  return (await readWorkflow(runtime, { ...record, workflow: { ...workflow, version } })).graph;
}

async function* updatesElsewhere(
  runtime: WatchRuntime,
  away: AwayRun,
  options: { readonly after: number; readonly signal: AbortSignal | undefined },
): AsyncGenerator<RunUpdate, void, undefined> {
  const { run } = away;
  let graph = await graphOf(runtime, run);
  const live = (await runtime.live?.watch(run)) ?? null;
  const ends = new StreamEnds([], options.after);
  let state = createRun();
  try {
    for await (const update of pollRows(runtime, away, { ...options, after: 0, live })) {
      if (!('seq' in update)) {
        const told: Transient = { type: 'transient', ...update };
        if (!ends.isOver(told)) yield told;
        continue;
      }
      const { seq } = update;
      ends.note(update);
      graph = (await graphFrom(runtime, run, update)) ?? graph;
      const next = transition(graph, state, update);
      ({ state } = next);
      if (seq > options.after) yield { type: 'event', seq, event: update, derived: next.derived };
    }
  } finally {
    live?.close();
  }
}
