// Runs, as the library offers them
import { dialectNames, findDialect } from '@skein/dialects';
import {
  type ActivationName,
  explain,
  quietView,
  rebuildState,
  runId,
  versionId,
  warningsOf,
  type Explanation,
  type JsonObject,
  type NodeId,
  type PlainOr,
  type RunEvent,
  type RunId,
  type VersionId,
  type WorkflowId,
} from '@skein/kernel';
import {
  EngineError,
  withoutUndefined,
  type FileAbout,
  type OpenFile,
  type Page,
  type RecordedRun,
  type RunFilter,
  type RunRecord,
} from '@skein/ports';
import { runOnOwner, type OwnerRuntime } from '../../cluster/commands/run-on-owner.ts';
import type { Peers } from '../../cluster/peers.ts';
import { readRun } from '../../cluster/read-run.ts';
import type { RebuildRuntime } from '../../cluster/rebuild-run.ts';
import type { Started } from '../../cluster/run-host.ts';
import type { RunRegistry } from '../../core/driver/run-registry.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import type { RunUpdate } from '../../core/run/run-update.ts';
import type { Ports } from '../../engine-ports.ts';
import { earlierGraphs } from '../../state/definitions/earlier-graphs.ts';
import { nodeNotFound } from '../../state/definitions/node-not-found.ts';
import { fileOfRun, filesOfRun } from '../../core/files/run-files.ts';
import { exportRun } from '../bundles/export-run.ts';
import { importRuns, type Imported, type ImportOptions } from '../bundles/import-runs.ts';
import type { RunBundle } from '../bundles/run-bundle.ts';
import { forkRun, type Forked, type ForkOptions } from '../forks/fork-run.ts';
import { migrateOne } from '../moves/migrate-runs.ts';
import type { MovedRun, MoveOptions } from '../moves/move-run.ts';
import { resumeRun, type Resumed, type ResumeOptions } from '../moves/resume-run.ts';
import { recordedRun } from '../replays/recorded-run.ts';
import {
  replayRun,
  type ReplayOptions,
  type ReplayReport,
  type ReplayRuntime,
} from '../replays/replay-run.ts';
import { whenOver, whenResponded, whenSettled, type AwaitOptions } from './await-run.ts';
import { cancelBelow } from './cancel-below.ts';
import { heldSlots, slotsInWords, type SlotLists } from './held-slots.ts';
import { releaseRun } from './release-run.ts';
import { rebuildProjections, type Rebuilt } from './rebuild-projections.ts';
import type { RunAnswer } from './run-answer.ts';
import { runJson, type RunJson } from './run-json.ts';
import type { WatchOptions } from './run-updates.ts';
import { watchRun } from './watch-run.ts';
import { startRun, type StartOptions, type StartRuntime } from './start-run.ts';

/** Everything that runs need: this is where their features meet. */
export type RunsRuntime = StartRuntime &
  ReplayRuntime &
  OwnerRuntime &
  SlotLists &
  Pick<Peers, 'trees' | 'live' | 'ownership'>;

/** A part of a journal. */
export interface JournalRange {
  readonly after?: number;
  readonly limit?: number;
}

export interface Runs {
  /** Starts a stored workflow by its id, or a definition, which is saved first. */
  start(workflow: PlainOr<WorkflowId> | object, options?: StartOptions): Promise<Started>;
  get(run: PlainOr<RunId>): Promise<RunJson>;
  /** What the lists contain about it: its owner, its status, where it came from. */
  record(run: PlainOr<RunId>): Promise<RunRecord>;
  /** The run in the view of a dialect; default: that of its workflow. Any dialect can be requested. */
  view(run: PlainOr<RunId>, dialect?: string): Promise<JsonObject>;
  list(filter?: RunFilter): Promise<Page<RunRecord>>;
  /** The run's rows with what was derived from them, then live; ends with the run. With `tree` those of the runs below it too. */
  events(run: PlainOr<RunId>, options?: WatchOptions): AsyncIterable<RunUpdate>;
  /** Its rows in order: all of them, or at most `limit` after the row `after`. */
  journal(run: PlainOr<RunId>, range?: JournalRange): Promise<readonly RunEvent[]>;
  explain(run: PlainOr<RunId>, node: NodeId): Promise<Explanation>;
  /** The run when it has ended. */
  finished(run: PlainOr<RunId>, options?: AwaitOptions): Promise<RunJson>;
  /** The run when it has ended, or only people and events can continue it. */
  settled(run: PlainOr<RunId>, options?: AwaitOptions): Promise<RunJson>;
  /**
   * What the run answers its caller, as soon as it does: what a `respond` node gave, else how it ended. Of a run that has answered
   * before, also in another process, at once.
   */
  responded(run: PlainOr<RunId>, options?: AwaitOptions): Promise<RunAnswer>;
  cancel(run: PlainOr<RunId>, options?: { readonly reason?: string }): Promise<void>;
  /** Lets a run continue that was quarantined because processes died with it. */
  release(run: PlainOr<RunId>): Promise<void>;
  /** Another attempt of a failed node in a run that continues. */
  retry(run: PlainOr<RunId>, node: NodeId): Promise<void>;
  /**
   * A failed run goes on where it failed, under its id: with what it has recorded, in its own version or another one, with
   * another input of what failed if one is given.
   */
  resume(run: PlainOr<RunId>, options?: ResumeOptions): Promise<Resumed>;
  /**
   * A waiting run goes on in another version of its workflow, under its id and with its waits. MOVE_REFUSED names what is in
   * the way; with `dryRun` the report does, and nothing is changed.
   */
  migrate(
    run: PlainOr<RunId>,
    toVersion: PlainOr<VersionId>,
    options?: MoveOptions,
  ): Promise<MovedRun>;
  /**
   * A new run that takes over the results of this one, as far as they are still valid: from another activation, with another input
   * or definition, or with other results. What does not apply is executed again.
   */
  fork(run: PlainOr<RunId>, options?: ForkOptions): Promise<Forked>;
  /**
   * Runs the run again with another prompt, model, definition or input: a new run that reuses every result whose request is equal,
   * and a report of where the two diverge. Resolves when the new run has ended, or only people and events can continue it.
   */
  replay(run: PlainOr<RunId>, options?: ReplayOptions): Promise<ReplayReport>;
  /** The requests of the run and those below it to models and tools, with the answers: the content of a cassette. */
  recorded(run: PlainOr<RunId>): Promise<RecordedRun>;
  /** The tree of the run with everything needed to continue it elsewhere. */
  export(run: PlainOr<RunId>): Promise<RunBundle>;
  /** Writes what `export` returned; nothing starts until it is requested. */
  import(bundle: unknown, options?: ImportOptions): Promise<Imported>;
  /** What the files are that its tree of runs has stored. */
  files(run: PlainOr<RunId>): Promise<readonly FileAbout[]>;
  /** One of them, with its bytes. */
  file(run: PlainOr<RunId>, id: string): Promise<OpenFile>;
  /** Deletes a run that has ended, with the runs below it; RUN_UNFINISHED when one has not. */
  delete(run: PlainOr<RunId>): Promise<void>;
  /** Deletes trees of runs that ended before a time, and returns their ids. */
  prune(options: { readonly endedBefore: Date | number }): Promise<readonly RunId[]>;
  /** Rewrites the rows that dialects keep about runs in tables of their own, from the journals. */
  rebuildProjections(): Promise<Rebuilt>;
}

export function runsApi(runtime: RunsRuntime): Runs {
  return {
    start: (workflow, options = {}) => startRun(runtime, workflow, options),
    async get(run) {
      const driver = await readRun(runtime, runId(run));
      const json = runJson(driver);
      return driver.state.queued === 0 ? json : { ...json, ...(await heldSlots(runtime, driver)) };
    },
    async record(run) {
      const record = await runtime.store.runs.get(runId(run));
      if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
      return record;
    },
    view: (run, dialect) => viewRun(runtime, runId(run), dialect),
    list: async (filter = {}) => runtime.store.runs.list(filter),
    events: (run, options) => watchRun(runtime, runId(run), options),
    journal: (run, range) => journalOf(runtime, runId(run), range),
    explain: (run, node) => explainNode(runtime, runId(run), node),
    finished: (run, options) => whenOver(runtime, runId(run), options),
    settled: (run, options) => whenSettled(runtime, runId(run), options),
    responded: (run, options) => whenResponded(runtime, runId(run), options),
    async cancel(run, { reason } = {}) {
      const why = reason === undefined ? {} : { reason };
      await runOnOwner(runtime, runId(run), { do: 'cancel', ...why });
      if (runtime.host !== null)
        await cancelBelow(runtime, runtime.host, { run: runId(run), ...why });
    },
    release: (run) => releaseRun(runtime, runId(run)),
    async retry(run, node) {
      await runOnOwner(runtime, runId(run), { do: 'retry', node });
    },
    resume: (run, options = {}) => resumeRun(runtime, runId(run), options),
    migrate: (run, to, options = {}) =>
      migrateOne(runtime, runId(run), { ...options, to: versionId(to) }),
    fork: (run, options = {}) => forkRun(runtime, runId(run), options),
    replay: (run, options = {}) =>
      replayRun(runtime, runId(run), options, (started) => whenSettled(runtime, started)),
    recorded: (run) => recordedRun(runtime, runId(run)),
    export: (run) => exportRun(runtime, runId(run)),
    import: (bundle, options = {}) => importRuns(runtime, bundle, options),
    files: (run) => filesOfRun(runtime, runId(run)),
    file: (run, id) => fileOfRun(runtime, runId(run), id),
    rebuildProjections: () => rebuildProjections(runtime),
    delete: (run) => deleteRun(runtime, runId(run)),
    prune: ({ endedBefore }) => pruneRuns(runtime, Number(endedBefore)),
  };
}

async function deleteRun(
  { store, endedRuns }: Ports<'store'> & Pick<RunRegistry, 'endedRuns'>,
  run: RunId,
): Promise<void> {
  if (!(await store.runs.delete(run))) throw new EngineError('RUN_NOT_FOUND', { run });
  endedRuns.delete(run);
}

/** Trees that are deleted in one transaction. */
const pruneStep = 100;

async function pruneRuns(
  runtime: Ports<'store'> & Pick<RunRegistry, 'endedRuns'>,
  endedBefore: number,
): Promise<readonly RunId[]> {
  if (!Number.isFinite(endedBefore)) {
    throw new EngineError('BAD_VALUE', { what: 'endedBefore', complaint: 'It is not a time.' });
  }
  const pruned: RunId[] = [];
  for (;;) {
    const roots = await runtime.store.runs.prune({ endedBefore, limit: pruneStep });
    for (const root of roots) runtime.endedRuns.delete(root);
    pruned.push(...roots);
    if (roots.length < pruneStep) return pruned;
  }
}

async function viewRun(
  runtime: RebuildRuntime & SlotLists,
  run: RunId,
  name: string | undefined,
): Promise<JsonObject> {
  const driver = await readRun(runtime, run);
  const { graph, dialect } = driver;
  const shape = findDialect(name ?? dialect);
  if (shape === null) {
    throw new EngineError('DIALECT_UNKNOWN', { dialect: name ?? dialect, known: dialectNames() });
  }
  const journal = await journalOf(runtime, run);
  // A live run may have continued while its rows were read; both must be consistent.
  const isSame = driver.state.seq === journal.at(-1)?.seq && driver.unread === null;
  const state = isSame ? driver.state : rebuildState(graph, journal);
  const view = shape.view({ graph, state, dialect, journal, queued: queuedCalls(driver) });
  const { id, origin } = driver;
  // The same in every dialect, beside what its original design has.
  const held = await heldSlots(runtime, { id, origin, state });
  const common: JsonObject = { ...quietView(state), ...held };
  return { ...view, ...warningsOf(state), ...common };
}

function queuedCalls({ inFlight }: DrivenRun): readonly ActivationName[] {
  return [...inFlight.executions.values()]
    .filter((call) => call.type === 'execution' && call.isQueued)
    .map(({ effect: { node, activation } }) => ({ node, activation }));
}

async function journalOf(
  runtime: Ports<'store'>,
  run: RunId,
  { after, limit }: JournalRange = {},
): Promise<readonly RunEvent[]> {
  const rows = await runtime.store.runs.journal(run, after, limit);
  if (rows === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return rows;
}

async function explainNode(
  runtime: RebuildRuntime & SlotLists,
  run: RunId,
  node: NodeId,
): Promise<Explanation> {
  const driver = await readRun(runtime, run);
  const { graph, dialect } = driver;
  const portName = findDialect(dialect)?.portName;
  const journal = await journalOf(runtime, run);
  const { slots = [] } = await heldSlots(runtime, driver);
  const slotWords = slotsInWords(slots);
  const earlier = await earlierGraphs(runtime, driver.origin, journal);
  const explanation = explain(
    graph,
    journal,
    node,
    withoutUndefined({ portName, slotWords, earlier }),
  );
  if (explanation === null) throw nodeNotFound(graph, node);
  return explanation;
}
