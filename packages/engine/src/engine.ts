// The engine
// Ties a store, node types and models to the kernel. Receives everything as arguments and picks nothing.
import type { Graph, RunState } from '@skein/kernel';
import {
  EngineError,
  type Awaitable,
  type CheckSchema,
  type Clock,
  type LanguageModel,
  type RunRecord,
  type Store,
  type ToolSource,
} from '@skein/ports';
import { countedIds } from './adapters/counted-ids.ts';
import { EndedRuns } from './core/driver/ended-runs.ts';
import { enactTask } from './core/driver/enact-task.ts';
import { Pump } from './core/driver/pump.ts';
import { CallSlots } from './core/run/call-slots.ts';
import type { EngineOptions } from './engine-options.ts';
import { eventsApi, type Events } from './features/events/events-api.ts';
import { lookForKeptEvents, sendEmission } from './features/events/send-event.ts';
import { guardedObserver } from './adapters/guarded-observer.ts';
import { LiveSignals } from './cluster/live/live-signals.ts';
import { leaseMs, Ownership } from './cluster/ownership/ownership.ts';
import { perform } from './features/runs/perform-command.ts';
import { Residents } from './cluster/ownership/residents.ts';
import { Trees } from './cluster/ownership/trees.ts';
import { outputsApi, type Outputs } from './features/outputs/outputs-api.ts';
import { runsApi, type Runs } from './features/runs/runs-api.ts';
import { startChild } from './features/runs/start-child.ts';
import type { Runtime } from './runtime.ts';
import { systemClock } from './adapters/system-clock.ts';
import { andThen } from './state/values/and-then.ts';
import { compileForTypes } from './state/definitions/compile-for-types.ts';
import { knownWorkflow } from './state/definitions/known-workflow.ts';
import { waitsApi, type Waits } from './features/waits/waits-api.ts';
import { WorkflowCache } from './state/definitions/workflow-cache.ts';
import { workflowsApi, type Workflows } from './features/workflows/workflows-api.ts';

export interface Engine {
  readonly workflows: Workflows;
  readonly runs: Runs;
  readonly waits: Waits;
  readonly events: Events;
  readonly outputs: Outputs;
  /** Gives all runs up without ending them: the store keeps them for the next engine. The store stays open. */
  close(): Promise<void>;
}

/** Makes an engine and goes on with the unfinished runs of its store. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { engine } = await createInspectedEngine(options);
  return engine;
}

/** What a checker of a running engine compares with the journals in its store. */
export interface EngineInspection {
  /** How many unfinished runs are in memory. */
  readonly runs: number;
  /** The live state of a run; undefined when it is not in memory, or its state is ahead of the journal. */
  stateOf(run: string): RunState | undefined;
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
    close: () => closeRuntime(runtime),
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

/** What the runs of one engine share; nothing is begun yet. */
export function createRuntime(options: EngineOptions): Runtime {
  const { store, nodeTypes, clock = systemClock, durable } = options;
  const compile = options.compile ?? compileForTypes(nodeTypes);
  const tell = options.onProblem ?? warn;
  const onProblem = (error: unknown) => {
    // A closed engine leaves everything to the next one, and a run that was given up is recovered.
    const isLost = error instanceof EngineError && error.code === 'RUN_LOST';
    if (!runtime.isClosed && !isLost) tell(error);
  };
  const ownership = once(() => new Ownership(runtime));
  const trees = once(() => new Trees(runtime));
  const residents = once(() =>
    durable === undefined ? null : new Residents(runtime, durable.residentMax ?? residentMax),
  );
  const runtime: Runtime = {
    store,
    nodeTypes,
    compile,
    clock,
    models: options.models ?? { model: noModel },
    tools: options.tools ?? noTools,
    checkSchema: options.checkSchema ?? noSchemas,
    ids: options.ids ?? countedIds(),
    replayAlways: options.replayAlways ?? false,
    onProblem,
    isolatesUsers: options.isolatesUsers ?? false,
    pump: new Pump(),
    slots: new CallSlots(options.limits ?? {}),
    workflows: new WorkflowCache({
      store,
      compile,
      complete: options.complete ?? ((definition) => definition),
      now: () => clock.now(),
      isShared: durable?.sharing !== undefined,
      isolatesUsers: options.isolatesUsers ?? false,
    }),
    reuses: new Map(),
    drivers: new Map(),
    endedRuns: new EndedRuns(),
    isClosed: false,
    observer: options.observer === undefined ? null : guardedObserver(options.observer, onProblem),
    get ownership() {
      return ownership();
    },
    get trees() {
      return trees();
    },
    get residents() {
      return residents();
    },
    isDurable: durable !== undefined,
    sharing: durable?.sharing === undefined ? null : { leaseMs, ...durable.sharing },
    recovers: durable?.recovers ?? true,
    takesSnapshots: durable !== undefined,
    host: options.host ?? null,
    live: options.host === undefined ? null : liveSignals(store, clock),
    enact: enactTask,
    perform: (run, command) => perform(runtime, run, command),
    startChild: (parent, child) => startChild(runtime, parent, child),
    sendEmission: (from, emission) => {
      sendEmission(runtime, from, emission).catch(onProblem);
    },
    deliverKeptEvents: (driver, wait) => {
      lookForKeptEvents(runtime, driver, wait).catch(onProblem);
    },
  };
  return runtime;
}

function liveSignals({ signals }: Store, clock: Clock): LiveSignals | null {
  return signals === undefined ? null : new LiveSignals(signals, clock);
}

/** For parts that need the runtime which they are part of. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const residentMax = 256;

async function closeRuntime(runtime: Runtime): Promise<void> {
  runtime.isClosed = true;
  runtime.pump.close();
  const closed = new EngineError('ENGINE_CLOSED', {});
  for (const driver of runtime.drivers.values()) driver.lose(closed);
  runtime.endedRuns.clear();
  runtime.trees.stop();
  runtime.residents?.stop();
  runtime.live?.close();
  await runtime.ownership.stop();
}

function noModel(name: string | undefined): LanguageModel {
  throw new EngineError('MODEL_NOT_FOUND', { model: name ?? 'default' });
}

const noTools: ToolSource = { list: () => [], find: () => undefined };

const noSchemas: CheckSchema = () => ({
  result: 'bad-schema',
  message: 'this engine was made without `checkSchema`',
});

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
