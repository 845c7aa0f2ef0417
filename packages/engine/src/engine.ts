// The engine
// Ties a store, node types and models to the kernel. Receives everything as arguments and picks nothing.
import {
  EngineError,
  type CheckSchema,
  type Clock,
  type LanguageModel,
  type EngineStore,
  type ToolSource,
} from '@skein/ports';
import { countedIds } from './counted-ids.ts';
import { EndedRuns } from './driver/ended-runs.ts';
import { enactTask } from './driver/enact-task.ts';
import { Pump } from './driver/pump.ts';
import { Turns } from './driver/turns.ts';
import type { EngineOptions } from './engine-options.ts';
import { eventsApi, type Events } from './events/events-api.ts';
import { lookForKeptEvents, sendEmission } from './events/send-event.ts';
import { guardedObserver } from './guarded-observer.ts';
import { LiveSignals } from './live/live-signals.ts';
import { leaseMs, Ownership } from './ownership/ownership.ts';
import { perform } from './ownership/perform.ts';
import { Residents } from './ownership/residents.ts';
import { Trees } from './ownership/trees.ts';
import { outputsApi, type Outputs } from './outputs/outputs-api.ts';
import { runsApi, type Runs } from './runs/runs-api.ts';
import { startChild } from './runs/start-child.ts';
import type { Runtime } from './runtime.ts';
import { systemClock } from './system-clock.ts';
import { compileForTypes } from './workflows/compile-for-types.ts';
import { waitsApi, type Waits } from './waits/waits-api.ts';
import { WorkflowCache } from './workflows/workflow-cache.ts';
import { workflowsApi, type Workflows } from './workflows/workflows-api.ts';

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
  const { engine } = await createEngineInside(options);
  return engine;
}

/** The same with a view of the inside, for tests and the simulation. */
export async function createEngineInside(
  options: EngineOptions,
): Promise<{ readonly engine: Engine; readonly runtime: Runtime }> {
  const runtime = createRuntime(options);
  runtime.observer?.watchLoad(() => ({
    runs: runtime.drivers.size,
    ...runtime.turns.load,
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
  return { engine, runtime };
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
    turns: new Turns(options.limits ?? {}),
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

function liveSignals({ signals }: EngineStore, clock: Clock): LiveSignals | null {
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
