import type { OutputOf, StandardSchema } from '@skein/agents';
import type { Json } from '@skein/kernel';
import type { AskedAgent } from '../graph/verbs/work.ts';
import type { Approval } from '../values/approval.ts';
import type { Duration } from '../values/duration.ts';
import type { EventType } from '../values/event.ts';
import type { Jsonify } from '../values/jsonify.ts';
import type { Settled } from '../values/settled.ts';
import type { Workflow } from '../workflow.ts';
import type { StepContext, StepPolicy } from './run-step.ts';

/** What a question to people takes. */
export interface Asking {
  readonly prompt: string;
  /** Who may answer: users, `role:NAME`, `group:NAME`; default: everybody who may answer at all. */
  readonly who?: readonly string[];
  /** How long it is open; then a TimeoutError is thrown where it was asked. Default: for ever. */
  readonly within?: Duration;
}

/** What a person said, and whether that is an approval. */
export interface Decision extends Approval {
  readonly approved: boolean;
}

export interface ModelOptions {
  /** Attempts in all when a provider is away or busy; default four. */
  readonly retry?: StepPolicy['retry'];
  readonly prompt: string;
  /** Default: that of the engine. */
  readonly model?: string;
  readonly instructions?: string;
}

export interface MapOptions {
  /** Items at the same time; default 16. */
  readonly concurrency?: number;
}

export type ItemFunction<Item, Result> = (
  item: Item,
  io: WorkflowIo,
  index: number,
) => Promise<Result> | Result;

/**
 * How a durable function reaches the world outside. Each call is recorded under its name: called again after a crash, a restart or days of
 * waiting, the function gets the same results, and nothing that was recorded is done again. Names may repeat; calls in flight at the
 * same time have names of their own, or are made in one go.
 */
export interface WorkflowIo {
  readonly runId: string;
  /** Does something outside and records its result. A failure after the last attempt is a StepError, which is recorded too. */
  step<Result>(
    name: string,
    run: (context: StepContext) => Result | Promise<Result>,
    policy?: StepPolicy,
  ): Promise<Jsonify<Awaited<Result>>>;
  /** Asks a person to approve; only an approval is `approved`. */
  approval(name: string, asking: Asking & { readonly data?: Json }): Promise<Decision>;
  /** Asks a person for a value that fits the schema. */
  input<Schema extends StandardSchema>(
    name: string,
    asking: Asking & { readonly schema: Schema },
  ): Promise<OutputOf<Schema>>;
  /** Waits for an event; with `if`, for one whose data has these values. */
  event<Data>(
    event: EventType<Data>,
    options?: { readonly if?: Partial<Data>; readonly within?: Duration },
  ): Promise<Data>;
  /** Sends an event to every run that waits for it, once. */
  emit<Data>(event: EventType<Data>, data: NoInfer<Data>): Promise<void>;
  /** Waits for a time, or until one. The run leaves memory meanwhile. */
  sleep(time: Duration | Date): Promise<void>;
  /** Runs another workflow as a child of this run. One that does not complete is a StepError. */
  run<In, Out>(name: string, workflow: Workflow<In, Out>, input: NoInfer<In>): Promise<Out>;
  /**
   * Does the same for every item: `run` gets the item, an `io` of its own, so that what runs side by side cannot be mixed up, and its
   * place.
   */
  map<Item, Result>(
    name: string,
    items: readonly Item[],
    run: ItemFunction<Item, Result>,
    options?: MapOptions,
  ): Promise<Result[]>;
  /** The same, but an item that fails is a value: each says how it ended. */
  mapSettled<Item, Result>(
    name: string,
    items: readonly Item[],
    run: ItemFunction<Item, Result>,
    options?: MapOptions,
  ): Promise<Settled<Result>[]>;
  /**
   * The first result counts; what the other branches still do is given up at once: steps are aborted, questions, sleeps and child runs
   * cancelled. Each branch has an `io` of its own. A plain `Promise.race` cannot know its losers: they stay open until the function ends.
   */
  race<const Branches extends readonly ((io: WorkflowIo) => unknown)[]>(
    name: string,
    branches: Branches,
  ): Promise<Awaited<ReturnType<Branches[number]>>>;
  /** Calls a model; with `output`, for a value that fits the schema. */
  llm<Schema extends StandardSchema>(
    name: string,
    options: ModelOptions & { readonly output: Schema },
  ): Promise<OutputOf<Schema>>;
  llm(name: string, options: ModelOptions): Promise<string>;
  /** An agent works with its tools until it answers. Who must approve a call of a tool is asked like everybody else. */
  agent<Out>(
    name: string,
    agent: AskedAgent<Out>,
    options: { readonly prompt: string; readonly retry?: StepPolicy['retry'] },
  ): Promise<Out>;
  /** The time, the same whenever the function is called again. */
  now(): Promise<Date>;
  /** An id, the same whenever the function is called again; it needs no entry in the journal. */
  uuid(): string;
  /** Ends this call of the function and begins it anew with another input, for functions that never end. */
  restart(input: unknown): never;
  /**
   * Whether the run came to this place with code that has it: false for runs that had gone past it before. For changes of the code that
   * cannot be matched by names.
   */
  version(name: string): Promise<boolean>;
}
