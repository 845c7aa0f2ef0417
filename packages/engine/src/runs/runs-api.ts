// Runs, as the library offers them
import { dialectNames, findDialect } from '@skein/dialects';
import {
  explain,
  isOver,
  replay,
  type Explanation,
  type Json,
  type JsonObject,
  type RunEvent,
} from '@skein/kernel';
import {
  hasEnded,
  EngineError,
  readTraceparent,
  type Page,
  type RecordedRun,
  type RunFilter,
  type RunRecord,
} from '@skein/ports';
import { exportRun } from '../bundles/export-run.ts';
import { importRuns, type Imported, type ImportOptions } from '../bundles/import-runs.ts';
import type { RunBundle } from '../bundles/run-bundle.ts';
import type { RunDriver } from '../driver/run-driver.ts';
import type { RunUpdate } from '../driver/run-update.ts';
import { isSettled } from '../driver/update-settled.ts';
import { forkRun, isRepeated, type Forked, type ForkOptions } from '../forks/fork-run.ts';
import { replayRun, type ReplayOptions, type ReplayReport } from '../replays/replay-run.ts';
import { recordedRun } from '../replays/recorded-run.ts';
import { rebuildProjections, type Rebuilt } from '../projections/rebuild-projections.ts';
import { cancelBelow } from '../hosting/cancel-below.ts';
import type { Runtime } from '../runtime.ts';
import { findRun } from './find-driver.ts';
import { hereOrThere, isElsewhere } from '../ownership/here-or-there.ts';
import { pollRun } from './follow-elsewhere.ts';
import { nodeNotFound } from './node-not-found.ts';
import { readRun } from './read-run.ts';
import { runJson, type RunJson } from './run-json.ts';
import { runUpdates, type WatchOptions } from './run-updates.ts';
import { isSettledElsewhere } from './settled-elsewhere.ts';
import { checkInput, createDriver, runStarted } from './start-run.ts';

export interface StartOptions {
  readonly input?: Json;
  /** The node to start at, instead of the definition's own entry. */
  readonly start?: string;
  /** Of a stored workflow; default: the newest. */
  readonly version?: string;
  /** Of a definition that is saved with the start; default: detected by shape. */
  readonly dialect?: string;
  /** Whose run it is; a stored workflow is then one of theirs, else one that is nobody's. */
  readonly user?: string;
  /** A second start of the same user with this key gives back the first run. */
  readonly idempotencyKey?: string;
  /** The `traceparent` of who asks, for whoever traces runs; what is none is ignored. */
  readonly trace?: string;
}

/** A part of a journal. */
export interface JournalRange {
  readonly after?: number;
  readonly limit?: number;
}

/** A run that was started. */
export interface Started {
  readonly id: string;
  /** It was there before, under the same idempotency key. */
  readonly isRepeated?: true;
}

export interface Runs {
  /** Starts a stored workflow by its id, or a definition, which is saved first. */
  start(workflow: string | object, options?: StartOptions): Promise<Started>;
  get(run: string): Promise<RunJson>;
  /** What the lists know of it: whose it is, its status, where it came from. */
  record(run: string): Promise<RunRecord>;
  /** The run in the shape of a dialect; default: that of its workflow. Any dialect can be asked for. */
  view(run: string, dialect?: string): Promise<JsonObject>;
  list(filter?: RunFilter): Promise<Page<RunRecord>>;
  /** The run's rows with what was derived from them, then live; ends with the run. */
  events(run: string, options?: WatchOptions): AsyncIterable<RunUpdate>;
  /** Its rows in order: all of them, or at most `limit` after the row `after`. */
  journal(run: string, range?: JournalRange): Promise<readonly RunEvent[]>;
  explain(run: string, node: string): Promise<Explanation>;
  /** The run when it has ended. */
  finished(run: string): Promise<RunJson>;
  /** The run when it has ended, or only people and events can bring it on. */
  settled(run: string): Promise<RunJson>;
  cancel(run: string, options?: { readonly reason?: string }): Promise<void>;
  /** Another try of a failed node in a run that goes on. */
  retry(run: string, node: string): Promise<void>;
  /**
   * A new run that takes over the results of this one, as far as they still hold: from another activation, with another input
   * or definition, or with other results. What does not fit is done anew.
   */
  fork(run: string, options?: ForkOptions): Promise<Forked>;
  /**
   * The run once more, with another prompt, model, definition or input: a new run that reuses every result that was asked for the same,
   * and a report of where the two part. Resolves when the new run has ended, or only people and events can bring it on.
   */
  replay(run: string, options?: ReplayOptions): Promise<ReplayReport>;
  /** What the run and those below it asked models and tools, with the answers: what a cassette is made of. */
  recorded(run: string): Promise<RecordedRun>;
  /** The tree of the run with all that is needed to go on with it elsewhere. */
  export(run: string): Promise<RunBundle>;
  /** Writes what `export` gave; nothing starts until it is asked for. */
  import(bundle: unknown, options?: ImportOptions): Promise<Imported>;
  /** Deletes trees of runs that ended before a time, and gives back their ids. */
  prune(options: { readonly endedBefore: Date | number }): Promise<readonly string[]>;
  /** Writes the rows that dialects keep about runs in tables of their own, from the journals. */
  rebuildProjections(): Promise<Rebuilt>;
}

export function runsApi(runtime: Runtime): Runs {
  return {
    start: (workflow, options = {}) => startRun(runtime, workflow, options),
    get: async (run) => runJson(await readRun(runtime, run)),
    async record(run) {
      const record = await runtime.store.runs.get(run);
      if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
      return record;
    },
    view: (run, dialect) => viewRun(runtime, run, dialect),
    list: async (filter = {}) => runtime.store.runs.list(filter),
    events: (run, options) => runUpdates(runtime, run, options),
    journal: (run, range) => journalOf(runtime, run, range),
    explain: (run, node) => explainNode(runtime, run, node),
    finished: (run) => whenOver(runtime, run),
    settled: (run) => whenSettled(runtime, run),
    async cancel(run, { reason } = {}) {
      const why = reason === undefined ? {} : { reason };
      await hereOrThere(runtime, run, { do: 'cancel', ...why });
      if (runtime.host !== null) await cancelBelow(runtime, runtime.host, { run, ...why });
    },
    async retry(run, node) {
      await hereOrThere(runtime, run, { do: 'retry', node });
    },
    fork: (run, options = {}) => forkRun(runtime, run, options),
    replay: (run, options = {}) =>
      replayRun(runtime, run, options, (started) => whenSettled(runtime, started)),
    recorded: (run) => recordedRun(runtime, run),
    export: (run) => exportRun(runtime, run),
    import: (bundle, options = {}) => importRuns(runtime, bundle, options),
    rebuildProjections: () => rebuildProjections(runtime),
    prune: ({ endedBefore }) => pruneRuns(runtime, Number(endedBefore)),
  };
}

async function startRun(
  runtime: Runtime,
  workflow: string | object,
  { input, start, version, dialect, user, idempotencyKey, trace }: StartOptions,
): Promise<Started> {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const { workflows, turns } = runtime;
  turns.checkRoom();
  const name =
    typeof workflow === 'string'
      ? { id: workflow, ...(version === undefined ? {} : { version }) }
      : await workflows.save(workflow, {
          ...(dialect === undefined ? {} : { dialect }),
          ...(start === undefined ? {} : { start }),
          ...(user === undefined ? {} : { user }),
        });
  const known = await workflows.get({
    id: name.id,
    ...(user === undefined ? {} : { user }),
    ...(name.version === undefined ? {} : { version: name.version }),
    ...(start === undefined ? {} : { start }),
    isForStart: true,
  });
  const traced = trace === undefined || readTraceparent(trace) === null ? {} : { trace };
  if (runtime.host !== null) {
    checkInput(runtime, known, input);
    return runtime.host.start(runtime.ids.nextRun(), {
      workflow: { id: known.id, version: known.version },
      ...(input === undefined ? {} : { input }),
      ...(start === undefined ? {} : { start }),
      ...(user === undefined ? {} : { user }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...traced,
      depth: 0,
    });
  }
  const driver = createDriver(runtime, {
    workflow: known,
    ...(input === undefined ? {} : { input }),
    ...(user === undefined ? {} : { user }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...traced,
    depth: 0,
  });
  try {
    await driver.record(runStarted(driver, input), null);
  } catch (error) {
    if (!isRepeated(error)) throw error;
    return { id: error.details.run, isRepeated: true };
  }
  return { id: driver.id };
}

/** Trees that are deleted at once. */
const pruneStep = 100;

async function pruneRuns(runtime: Runtime, endedBefore: number): Promise<readonly string[]> {
  if (!Number.isFinite(endedBefore)) {
    throw new EngineError('BAD_VALUE', { what: 'endedBefore', complaint: 'It is no time.' });
  }
  const pruned: string[] = [];
  for (;;) {
    const roots = await runtime.store.runs.prune({ endedBefore, limit: pruneStep });
    for (const root of roots) runtime.endedRuns.delete(root);
    pruned.push(...roots);
    if (roots.length < pruneStep) return pruned;
  }
}

async function viewRun(
  runtime: Runtime,
  run: string,
  name: string | undefined,
): Promise<JsonObject> {
  const driver = await readRun(runtime, run);
  const { graph, dialect } = driver;
  const shape = findDialect(name ?? dialect);
  if (shape === null) {
    throw new EngineError('DIALECT_UNKNOWN', { dialect: name ?? dialect, known: dialectNames() });
  }
  const journal = await journalOf(runtime, run);
  // A live run may have gone on while its rows were read; the two must tell the same story.
  const isSame = driver.state.seq === journal.at(-1)?.seq && driver.unread === null;
  const state = isSame ? driver.state : replay(graph, journal);
  return shape.view({ graph, state, dialect, journal });
}

async function journalOf(
  runtime: Runtime,
  run: string,
  { after, limit }: JournalRange = {},
): Promise<readonly RunEvent[]> {
  const rows = await runtime.store.runs.journal(run, after, limit);
  if (rows === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return rows;
}

async function explainNode(runtime: Runtime, run: string, node: string): Promise<Explanation> {
  const { graph } = await readRun(runtime, run);
  const explanation = explain(graph, await journalOf(runtime, run), node);
  if (explanation === null) throw nodeNotFound(graph, node);
  return explanation;
}

async function whenOver(runtime: Runtime, run: string): Promise<RunJson> {
  const driver = await findHere(runtime, run);
  if (driver === 'elsewhere') {
    await pollRun(runtime, run, hasEnded);
    return runJson(await readRun(runtime, run));
  }
  if (isOver(driver.state) && !driver.isBusy) return runJson(driver);
  return runJson(await driver.watchers.until('finished'));
}

async function whenSettled(runtime: Runtime, run: string): Promise<RunJson> {
  const driver = await findHere(runtime, run);
  if (driver === 'elsewhere') {
    await pollRun(runtime, run, (record) => isSettledElsewhere(runtime, record));
    return runJson(await readRun(runtime, run));
  }
  if (isSettled(driver) && !driver.isBusy) return runJson(driver);
  return runJson(await driver.watchers.until('settled'));
}

async function findHere(runtime: Runtime, run: string): Promise<RunDriver | 'elsewhere'> {
  try {
    return await findRun(runtime, run);
  } catch (error) {
    if (isElsewhere(error)) return 'elsewhere';
    throw error;
  }
}
