// The engine
// Ties a store, node types and models to the kernel. Receives everything as arguments and picks nothing.
import type { Graph, RunId, RunState } from '@skein/kernel';
import { EngineError, type Awaitable, type Logger, type RunRecord } from '@skein/ports';
import {
  Drain,
  drainMsDefault,
  type Drained,
  type DrainOptions,
} from './cluster/ownership/drain.ts';
import type { EngineOptions } from './engine-options.ts';
import { eventsApi, type Events } from './features/events/events-api.ts';
import { memoryApi, type Memory } from './features/memory/memory-api.ts';
import { outputsApi, type Outputs } from './features/outputs/outputs-api.ts';
import { runsApi, type Runs } from './features/runs/runs-api.ts';
import { waitsApi, type Waits } from './features/waits/waits-api.ts';
import { workflowsApi, type Workflows } from './features/workflows/workflows-api.ts';
import { createRuntime, type Runtime } from './runtime.ts';
import { knownWorkflow } from './state/definitions/known-workflow.ts';
import { andThen } from './state/values/and-then.ts';

export interface Engine {
  readonly workflows: Workflows;
  readonly runs: Runs;
  readonly waits: Waits;
  readonly events: Events;
  readonly outputs: Outputs;
  readonly memory: Memory;
  /**
   * Begins nothing any more, and lets the functions in flight finish and record, for at most `drainMs` (10 s). Resolves when nothing is in
   * flight, or at the limit; until `close` runs can still be read. Calling it again with less time shortens it.
   */
  drain(options?: DrainOptions): Promise<Drained>;
  /**
   * Drains, then aborts what is still in flight and gives all runs up without ending them: the store keeps them for the next engine. The
   * store stays open.
   */
  close(options?: DrainOptions): Promise<void>;
}

/** Makes an engine and continues the unfinished runs of its store. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { engine } = await createInspectedEngine(options);
  return engine;
}

/** What a checker of a running engine compares with the journals in its store. */
export interface EngineInspection {
  /** How many unfinished runs are in memory. */
  readonly runs: number;
  /** The live state of a run; undefined when it is not in memory, or its state is ahead of the journal. */
  stateOf(run: RunId): RunState | undefined;
  graphOf(record: RunRecord): Awaitable<Graph>;
}

/** The same with a view of the inside, for the simulation. */
export async function createInspectedEngine(
  options: EngineOptions,
): Promise<{ readonly engine: Engine; readonly inspection: EngineInspection }> {
  const runtime = createRuntime(options);
  runtime.observer?.watchLoad(() => ({
    runs: runtime.drivers.size,
    ...runtime.slots.load,
  }));
  if (options.store.notice !== undefined) runtime.onProblem(options.store.notice);
  await runtime.ownership.start();
  const engine: Engine = {
    workflows: workflowsApi(runtime),
    runs: runsApi(runtime),
    waits: waitsApi(runtime),
    events: eventsApi(runtime),
    outputs: outputsApi(runtime),
    memory: memoryApi(runtime),
    ...closing(runtime),
  };
  return { engine, inspection: inspect(runtime) };
}

function inspect(runtime: Runtime): EngineInspection {
  return {
    get runs() {
      return runtime.drivers.size;
    },
    stateOf(run) {
      const driver = runtime.drivers.get(run) ?? runtime.endedRuns.get(run);
      return driver === undefined || driver.isBusy ? undefined : driver.state;
    },
    graphOf: (record) => andThen(knownWorkflow(runtime, record), ({ graph }) => graph),
  };
}

function closing(runtime: Runtime): Pick<Engine, 'drain' | 'close'> {
  let draining: Drain | null = null;
  let closed: Promise<void> | null = null;
  const drain = (options: DrainOptions = {}) => {
    runtime.isDraining = true;
    runtime.pump.release();
    if (draining === null) {
      draining = new Drain(runtime, options);
      if (runtime.log !== null) void logDrain(runtime.log, runtime.drivers.size, draining);
    }
    return draining.ended(options.drainMs ?? drainMsDefault);
  };
  return {
    drain,
    async close(options) {
      await drain(options);
      closed ??= giveUp(runtime).catch((error: unknown) => {
        // The lease could not be given back: closing it again tries that again.
        closed = null;
        throw error;
      });
      await closed;
    },
  };
}

async function logDrain(log: Logger, runs: number, draining: Drain): Promise<void> {
  log.info({ runs }, 'The engine drains: it begins nothing any more.');
  const { finished, aborted } = await draining.drained;
  const counts = { finished: finished.length, aborted: aborted.length };
  if (aborted.length === 0) log.info(counts, 'The engine is drained.');
  else
    log.warn({ ...counts, calls: aborted }, 'Calls in flight are aborted, and made again later.');
}

async function giveUp(runtime: Runtime): Promise<void> {
  if (runtime.suspects.isTrying) await runtime.suspects.stop();
  runtime.isClosed = true;
  runtime.pump.close();
  const closed = new EngineError('ENGINE_CLOSED', {});
  for (const driver of runtime.drivers.values()) driver.lose(closed);
  runtime.endedRuns.clear();
  runtime.trees.stop();
  runtime.residents?.stop();
  runtime.live?.close();
  runtime.shared.close();
  await runtime.ownership.stop();
}
