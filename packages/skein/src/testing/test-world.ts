// The world of one test
// An engine over a store in memory, with a clock that moves only when told, and eyes on what is really done. Owns: the processes that
// come one after the other. Does not own: what happens next (Playing).
import { checkJsonSchema } from '@skein/agents';
import type { Engine } from '@skein/engine';
import type { MadeSteps, StepAnswers, VirtualClock } from '@skein/simulation';
import type { Store } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { checkValuesHere } from '../parts/check-values.ts';
import { crashingStore, type CrashPoint } from './crashing-store.ts';
import { worldParts } from './world-parts.ts';

export interface WorldOptions extends CreateEngineOptions {
  /** The time at which the world begins; default: a fixed one. */
  readonly startAt?: number | undefined;
  /** What is done in place of steps and nodes, by their names. */
  readonly answers?: StepAnswers | undefined;
  readonly crashAt?: CrashPoint | undefined;
}

export interface TestWorld {
  readonly clock: VirtualClock;
  readonly store: Store;
  /** The engine that is alive. */
  readonly engine: () => Engine;
  readonly compile: Awaited<ReturnType<typeof worldParts>>['compile'];
  /** Resolves when the process dies; null when it has, or never will. */
  readonly died: Promise<void> | null;
  /** It has died, and no other one has been started yet. */
  readonly isDead: () => boolean;
  /** The process dies, unless it has, and another one goes on with what is in the store. */
  restart(): Promise<void>;
  /** Waits until nothing can happen without time passing. */
  readonly quiet: () => Promise<void>;
  /** Whether something is under way that takes real time. */
  readonly isBusy: () => boolean;
  /** Waits until something has begun, ended or been written, or the process dies; false when nothing of it happens for too long. */
  readonly progress: () => Promise<boolean>;
  readonly violations: readonly string[];
  readonly appends: () => number;
  close(): Promise<void>;
}

export async function createWorld(options: WorldOptions): Promise<TestWorld> {
  const { startAt, crashAt, answers = {} } = options;
  const { createEngine, memoryStore, seededIds, settleTicks, virtualClock, ...simulation } =
    await loadParts();
  const { Flights, sleepingClock, waitForChange, watchedTypes } = simulation;
  const clock = virtualClock(startAt === undefined ? {} : { startAt });
  const store = crashingStore(memoryStore(), crashAt);
  const parts = await worldParts(options, sleepingClock(clock));
  const ids = seededIds(1);
  const made: MadeSteps = new Map();
  let flights = new Flights();
  const violations: string[] = [];
  let processes = 0;
  const start = (): Promise<Engine> => {
    const mine = (processes += 1);
    // Nobody waits for what a dead process still had in flight.
    flights = new Flights();
    const complain = (words: string) => {
      if (mine === processes) violations.push(words);
    };
    return createEngine({
      store: store.store,
      clock,
      ids,
      nodeTypes: watchedTypes(parts.nodeTypes, {
        made,
        flights,
        answers,
        isDead: () => mine < processes || store.isDead(),
        onMade: (step) => {
          if (store.recorded.has(step)) complain(`The step ${step} was executed again.`);
        },
      }),
      compile: parts.compile,
      checkSchema: checkJsonSchema,
      checkAhead: checkValuesHere,
      models: parts.models,
      tools: parts.tools,
      onProblem: (error) => complain(`The engine reported: ${String(error)}`),
    });
  };
  const sign = () => `${flights.sign} ${store.appends()} ${clock.timers} ${store.isDead()}`;
  let engine = await start();
  return {
    clock,
    store: store.store,
    engine: () => engine,
    compile: parts.compile,
    get died() {
      return crashAt === undefined || processes > 1 ? null : store.died;
    },
    isDead: () => store.isDead(),
    async restart() {
      store.die();
      await engine.close({ drainMs: 0 });
      store.revive();
      engine = await start();
    },
    quiet: () => untilUnchanged(sign, () => settleTicks(3)),
    isBusy: () => flights.isBusy,
    progress: () => waitForChange(sign),
    violations,
    appends: () => store.appends(),
    async close() {
      await engine.close({ drainMs: 0 });
      await parts.close();
    },
  };
}

/** Loaded here: most commands need none of them. */
async function loadParts() {
  const [engine, simulation, stores] = await Promise.all([
    import('@skein/engine'),
    import('@skein/simulation'),
    import('@skein/stores'),
  ]);
  return { ...engine, ...simulation, ...stores };
}

/** A long chain lets the event loop run now and then: as long as something comes of it, it is not over. */
async function untilUnchanged(sign: () => string, turn: () => Promise<void>): Promise<void> {
  let before: string;
  do {
    before = sign();
    await turn();
  } while (before !== sign());
}
