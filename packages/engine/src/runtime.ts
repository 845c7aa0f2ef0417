// The runtime
// All parts of one engine, tied together. Every part asks for the few that it needs; only this file, the engine and the hosts
// know them all.
import {
  EngineError,
  processSlots,
  tellProblem,
  type CheckSchema,
  type Clock,
  type LanguageModel,
  type EngineStore,
  type RunRecord,
  type ToolSource,
} from '@skein/ports';
import { countedIds } from './adapters/counted-ids.ts';
import { guardedLogger } from './adapters/guarded-logger.ts';
import { joinObservers } from './adapters/join-observers.ts';
import { systemClock } from './adapters/system-clock.ts';
import { cancelOrphan } from './cluster/cancel-stored.ts';
import { OpenSends } from './cluster/open-sends.ts';
import { LiveSignals } from './cluster/live/live-signals.ts';
import { leaseMs, Ownership } from './cluster/ownership/ownership.ts';
import { Residents, type ResidentsMax } from './cluster/ownership/residents.ts';
import type { ReviveRuntime } from './cluster/ownership/revive-runs.ts';
import { Suspects } from './cluster/ownership/suspects.ts';
import { Trees } from './cluster/ownership/trees.ts';
import { SharedSlots } from './cluster/slots/shared-slots.ts';
import type { Peers } from './cluster/peers.ts';
import { EndedRuns } from './core/driver/ended-runs.ts';
import { enactTask, type TaskRuntime } from './core/driver/enact-task.ts';
import { Pump } from './core/driver/pump.ts';
import { userTurns } from './core/driver/user-turns.ts';
import { withCeilings } from './limits/check-ceilings.ts';
import { ceilingsOf, type Ceilings } from './limits/ceilings.ts';
import { TreeSizes } from './core/budgets/tree-sizes.ts';
import { CallSlots } from './core/run/call-slots.ts';
import type { DurableOptions, EngineOptions } from './engine-options.ts';
import type { EnginePorts } from './engine-ports.ts';
import { lookForKeptEvents, sendEmission, sendFrom } from './features/events/send-event.ts';
import type { MakeLink } from './features/waits/make-link.ts';
import type { AnswerLog } from './features/waits/answer-log.ts';
import { restoreReuse } from './features/replays/restore-reuse.ts';
import { performCommand } from './features/runs/perform-command.ts';
import { startChild } from './features/runs/start-child.ts';
import type { Compile } from './state/definitions/compiled-workflow.ts';
import { compileForTypes } from './state/definitions/compile-for-types.ts';
import { WorkflowCache } from './state/definitions/workflow-cache.ts';

export interface Runtime extends EnginePorts, TaskRuntime, ReviveRuntime, Peers {
  isDraining: boolean;
  isClosed: boolean;
  readonly ownership: Ownership;
  readonly trees: Trees;
  readonly makeLink: MakeLink | null;
  readonly logAnswer: AnswerLog | null;
  readonly shared: SharedSlots;
  readonly suspects: Suspects;
  readonly cancelOrphan: (record: RunRecord) => Promise<boolean>;
}

/** What the runs of one engine share; nothing is begun yet. */
export function createRuntime(options: EngineOptions): Runtime {
  const { store, nodeTypes, clock = systemClock, durable } = options;
  const ceilings = ceilingsOf(options.limits?.ceilings);
  const compile = withCeilings(options.compile ?? compileForTypes(nodeTypes), ceilings);
  const tell = tellProblem(options, warn);
  const onProblem = (error: unknown) => {
    // A closed engine leaves everything to the next one, and a run that was given up is recovered.
    const isLost = error instanceof EngineError && error.code === 'RUN_LOST';
    if (!runtime.isClosed && !isLost) tell(error);
  };
  const ownership = once(() => new Ownership(runtime));
  const trees = once(() => new Trees(runtime));
  const suspects = once(() => new Suspects(runtime, options.limits));
  const residents = once(() => new Residents(runtime, residentsMaxOf(durable, ceilings)));
  const shared = once(() => new SharedSlots(runtime, store.slots ?? processSlots()));
  const drivers: Runtime['drivers'] = new Map();
  const runtime: Runtime = {
    store,
    nodeTypes,
    compile,
    clock,
    ...portsOf(options),
    onProblem,
    pump: new Pump(userTurns(ceilings.userCpuMs)),
    sends: new OpenSends(),
    slots: new CallSlots(options.limits ?? {}),
    get shared() {
      return shared();
    },
    workflows: workflowCache(options, compile, clock),
    reuses: new Map(),
    drivers,
    ceilings,
    treeRooms: new Map(),
    treeSizes: new TreeSizes(ceilings, drivers),
    endedRuns: new EndedRuns(),
    isDraining: false,
    isClosed: false,
    observer: joinObservers(options, onProblem),
    log: options.logger === undefined ? null : guardedLogger(options.logger),
    get ownership() {
      return ownership();
    },
    get trees() {
      return trees();
    },
    get suspects() {
      return suspects();
    },
    get residents() {
      return residents();
    },
    sharing: durable?.sharing === undefined ? null : { leaseMs, ...durable.sharing },
    recovers: durable?.recovers ?? true,
    takesSnapshots: durable !== undefined,
    host: options.host ?? null,
    live: options.host === undefined ? null : liveSignals(store, clock),
    enact: (run, task) => enactTask(runtime, run, task),
    perform: (run, command) => performCommand(runtime, run, command),
    cancelOrphan: (record) => cancelOrphan(runtime, record),
    restoreReuse: (run, started) => restoreReuse(runtime, run, started),
    startChild: (parent, child) => startChild(runtime, parent, child),
    sendEmission: (from, emission) => void sendEmission(runtime, from, emission).catch(onProblem),
    sendFrom: (run, event) => sendFrom(runtime, run, event),
    deliverKeptEvents: (driver, wait) =>
      void lookForKeptEvents(runtime, driver, wait).catch(onProblem),
  };
  return runtime;
}

/** What a host gives, or what stands for it. */
function portsOf(options: EngineOptions) {
  return {
    models: options.models ?? { model: noModel },
    tools: options.tools ?? noTools,
    secretsFor: options.secretsFor ?? null,
    checkSchema: options.checkSchema ?? noSchemas,
    checkAhead: options.checkAhead ?? (() => undefined),
    ids: options.ids ?? countedIds(),
    rebuildAlways: options.rebuildAlways ?? false,
    isolatesUsers: options.isolatesUsers ?? false,
    outbox: options.outbox ?? null,
    makeLink: options.makeLink ?? null,
    logAnswer: options.logAnswer ?? null,
    isDurable: options.durable !== undefined,
  };
}

function workflowCache(
  { store, complete, durable, isolatesUsers = false, isForEverybody }: EngineOptions,
  compile: Compile,
  clock: Clock,
): WorkflowCache {
  return new WorkflowCache({
    store,
    compile,
    complete: complete ?? ((definition) => ({ definition, isFixed: true })),
    now: () => clock.now(),
    isShared: durable?.sharing !== undefined,
    isForEverybody: isolatesUsers ? (isForEverybody ?? (() => false)) : () => true,
  });
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
const residentBurstMax = 4096;

/** Runs that wait count among those that a user may have in memory. */
function residentsMaxOf(
  { residentMax: max }: DurableOptions = {},
  { userOpen }: Ceilings,
): ResidentsMax {
  if (max !== undefined) return { max };
  return { max: residentMax, burstMax: Math.min(residentBurstMax, Math.floor(userOpen / 2)) };
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
