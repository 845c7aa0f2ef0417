// A simulation
// One workflow, one store, one virtual clock and one engine after another, all driven by one seed. Owns: the world and its
// history. Does not own: what happens next (Operations), what must hold (Invariants).
import {
  createInspectedEngine,
  type AnswerOptions,
  type Compile,
  type DurableOptions,
  type Engine,
  type EngineInspection,
} from '@skein/engine';
import type { Json, RunId, WaitId } from '@skein/kernel';
import {
  withoutUndefined,
  type CheckAhead,
  type CheckSchema,
  type EngineStore,
  type LanguageModel,
  type NodeType,
  type ToolSource,
} from '@skein/ports';
import {
  faultyStore,
  StoreFault,
  type AppendFault,
  type FaultyStore,
} from './world/faulty-store.ts';
import { seededRandom, type Random } from './world/seeded-random.ts';
import { anybody, type Person } from './world/scripted-person.ts';
import { seededIds } from './world/seeded-ids.ts';
import { simulatedTypes, type SimulatedCall } from './world/simulated-calls.ts';
import { settleTicks, virtualClock, type VirtualClock } from './world/virtual-clock.ts';

export interface SimulationOptions {
  readonly seed: number;
  readonly workflow: object;
  readonly input?: Json;
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  readonly compile?: Compile;
  readonly checkSchema?: CheckSchema;
  readonly checkAhead?: CheckAhead;
  readonly models?: { model(name: string | undefined): LanguageModel };
  /** They must end by themselves or by the simulated clock, unless `progress` knows of them: nothing else waits for real time. */
  readonly tools?: ToolSource;
  /**
   * Waits for what is under way in real time, such as code in a thread: resolves to true when some of it has happened, to false when
   * there is nothing to wait for. No operation is performed meanwhile, so that a seed does the same on every machine.
   */
  readonly progress?: () => Promise<boolean>;
  /** Behaves as if the store were a database: waiting runs leave memory, and long journals get snapshots. */
  readonly durable?: DurableOptions;
  /** An empty store. */
  readonly store: () => EngineStore;
  readonly person?: Person;
  /** For node types that read the time; default: a clock of its own. */
  readonly clock?: VirtualClock;
  /** How many operations with faults, before everything may finish undisturbed; default 200. */
  readonly operationsMax?: number;
  /** How likely each fault is; default: `troubles`. */
  readonly troubles?: Partial<Troubles>;
  /** How to reproduce a seed, for messages. */
  readonly command?: (seed: number) => string;
}

/** The run belongs to the first user; the other one has none. */
export const simulatedUsers = ['ann', 'ben'] as const;

export interface Troubles {
  /** A call fails. */
  readonly fail: number;
  /** An append completes later. */
  readonly later: number;
  /** An append fails before or after it wrote. */
  readonly fault: number;
}

const troubles: Troubles = { fail: 0.1, later: 0.3, fault: 0.05 };

/** What a caller was told is done; it must stay in the journal for ever. */
export interface Acknowledged {
  readonly run: RunId;
  readonly wait: WaitId;
  readonly answer: Json;
  readonly answerer: AnswerOptions;
}

export class Simulation {
  readonly options: SimulationOptions;
  readonly random: Random;
  readonly clock: VirtualClock;
  readonly store: FaultyStore;
  readonly troubles: Troubles;
  readonly person: Person;
  readonly history: string[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** Steps whose results are in a journal. */
  readonly recorded = new Set<string>();
  /** Rows as they were when first seen, by run. */
  readonly rows = new Map<string, string[]>();
  readonly violations: string[] = [];
  calls: SimulatedCall[] = [];
  engine!: Engine;
  inspection!: EngineInspection;
  /** The run under test; null until its start is acknowledged. */
  run: RunId | null = null;
  isStarting = false;
  engines = 0;
  isPeaceful = false;
  /** How many more appends the store will refuse. */
  outageLeft = 0;
  readonly #ids;

  constructor(options: SimulationOptions) {
    this.options = options;
    this.clock = options.clock ?? virtualClock();
    this.random = seededRandom(options.seed);
    this.#ids = seededIds(options.seed);
    this.troubles = { ...troubles, ...options.troubles };
    this.person = options.person ?? anybody;
    this.store = faultyStore(options.store());
    this.store.onAppend = () => this.#nextFault();
  }

  /** Ends the process that drives the runs, wherever it is, and starts another one. */
  async restart(): Promise<void> {
    await this.engine?.close({ drainMs: 0 });
    // Appends in flight may or may not have arrived.
    for (const append of this.store.waiting.splice(0)) {
      append(this.random.chance(0.5) ? 'none' : 'before');
    }
    this.engines += 1;
    const { nodeTypes, compile, checkSchema, checkAhead, models, tools, durable } = this.options;
    const starting = createInspectedEngine({
      store: this.store,
      nodeTypes: simulatedTypes(nodeTypes, {
        engine: () => this.engines,
        add: (call) => this.calls.push(call),
        onStep: (call, key) => this.#onStep(`${call.run} ${call.node}#${call.activation} ${key}`),
      }),
      clock: this.clock,
      ids: this.#ids,
      ...withoutUndefined({ compile, checkSchema, checkAhead, models, tools, durable }),
      onProblem: (error) => {
        if (!(error instanceof StoreFault))
          this.violations.push(`The engine complains: ${String(error)}`);
      },
    });
    const made = await this.#whileTimePasses(starting);
    this.engine = made.engine;
    this.inspection = made.inspection;
  }

  async settle(): Promise<void> {
    const { progress } = this.options;
    do await settleTicks(3);
    while (progress !== undefined && (await progress()));
  }

  /** A process that starts while the store is unavailable retries later, and until it has started nothing else moves the world. */
  async #whileTimePasses<T>(starting: Promise<T>): Promise<T> {
    let hasStarted = false;
    const noteStart = () => {
      hasStarted = true;
    };
    starting.then(noteStart, noteStart);
    for (await this.settle(); !hasStarted; await this.settle()) {
      const { nextAt } = this.clock;
      const append = this.store.waiting.shift();
      if (append === undefined && nextAt === null) throw new Error('The engine does not start.');
      if (append !== undefined) append('none');
      else await this.clock.advance(Math.max(0, (nextAt ?? 0) - this.clock.now()));
    }
    return starting;
  }

  #onStep(step: string): void {
    if (this.recorded.has(step)) this.violations.push(`The step ${step} was made again.`);
  }

  #nextFault(): AppendFault {
    if (this.isPeaceful) return 'none';
    if (this.outageLeft > 0) {
      this.outageLeft -= 1;
      return 'before';
    }
    const { later, fault } = this.troubles;
    if (this.random.chance(fault)) return this.random.chance(0.5) ? 'before' : 'after';
    return this.random.chance(later) ? 'later' : 'none';
  }
}
