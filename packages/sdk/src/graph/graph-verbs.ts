// The verbs of a graph, as their user sees them
import type { StandardSchema } from '@skein/agents';
import type { Condition } from '../refs/condition.ts';
import type { Ref, RefTo, Template, Unref } from '../refs/ref.ts';
import type { EventType } from '../values/event.ts';
import type { Jsonify } from '../values/jsonify.ts';
import type { Workflow } from '../workflow.ts';
import type { GraphNode, OutputNode } from './node.ts';
import type { NodeOptions } from './node-options.ts';
import type { InputOf } from './schema-json.ts';
import type { Approval } from '../values/approval.ts';
import type { Settled } from '../values/settled.ts';
import type { BranchValue, Stopped, Sure } from './verb-types.ts';
import type { MapOptions } from './verbs/map.ts';
import type { EventOptions, WaitOptions } from './verbs/waits.ts';
import type { AskedAgent, ModelOptions, SleepTime, StepIo } from './verbs/work.ts';

/**
 * What a graph is written with. Every verb adds a node, which runs when all that it refers to is there: what does not refer to each other
 * runs side by side.
 */
export interface GraphVerbs {
  /** Code: it is given its arguments as values, and what it returns is its output. */
  step<const Args extends object, Returned>(
    id: string,
    args: Args & Sure<Args>,
    run: (args: Unref<Args>, io: StepIo) => Returned | Promise<Returned>,
    options?: NodeOptions,
  ): OutputNode<Jsonify<Awaited<Returned>>>;
  /** One model call: a text, or what `output` describes. */
  llm<Schema extends StandardSchema | undefined = undefined>(
    id: string,
    options: ModelOptions & { readonly output?: Schema },
  ): OutputNode<Schema extends StandardSchema ? Jsonify<InputOf<Schema>> : string>;
  /** An agent works with its tools until it answers. */
  agent<Out>(
    id: string,
    agent: AskedAgent<Out>,
    options: NodeOptions & { readonly prompt: string | RefTo<string> },
  ): OutputNode<Out>;
  /** Another workflow, as one step. */
  run<In, Out>(
    id: string,
    workflow: Workflow<In, Out>,
    input: Template<In>,
    options?: NodeOptions,
  ): OutputNode<Out>;
  /** The same for every item of a list, side by side: each in a run of its own. */
  map<Item, Result>(
    id: string,
    items: RefTo<readonly Item[]>,
    body: (item: Ref<Item>, index: Ref<number>) => Result,
    options?: MapOptions,
  ): OutputNode<BranchValue<Result>[]>;
  /** The same, but an item that fails is a value: the output says of each how it ended. */
  mapSettled<Item, Result>(
    id: string,
    items: RefTo<readonly Item[]>,
    body: (item: Ref<Item>, index: Ref<number>) => Result,
    options?: MapOptions,
  ): OutputNode<Settled<BranchValue<Result>>[]>;
  /** Its output is what the branch that is taken gives; without a second one, that gives null. */
  if<Then, Else = void>(
    id: string,
    condition: Condition,
    then: () => Then,
    otherwise?: () => Else,
  ): OutputNode<BranchValue<Then> | BranchValue<Else>>;
  /** The first case whose condition holds; its output is what that gives. */
  switch<
    Cases extends { readonly [name: string]: readonly [Condition, () => unknown] },
    Else = void,
  >(
    id: string,
    cases: Cases,
    otherwise?: () => Else,
  ): OutputNode<
    | { [Name in keyof Cases]: BranchValue<ReturnType<Cases[Name][1]>> }[keyof Cases]
    | BranchValue<Else>
  >;
  /** Begins with `from` and continues with `next` while `again` holds; its output is the last value. */
  loop<State extends object>(
    id: string,
    from: State & Sure<State>,
    body: (state: Ref<Unref<State>>) => {
      readonly next: Template<NoInfer<Unref<State>>>;
      readonly again: Condition;
    },
  ): OutputNode<Unref<State>>;
  /** A person decides. Its output is the decision, or what the branch for it gives; a deadline without a branch fails the run. */
  approval<Branches extends ApprovalBranches>(
    id: string,
    options: WaitOptions,
    branches: Branches,
  ): OutputNode<
    | BranchValue<ResultOf<Branches, 'approved', void>>
    | BranchValue<ResultOf<Branches, 'rejected', void>>
    | BranchValue<ResultOf<Branches, 'expired', Stopped>>
  >;
  approval(id: string, options: WaitOptions): OutputNode<Approval>;
  /** A person gives what `schema` describes. */
  input<Schema extends StandardSchema, Expired = Stopped>(
    id: string,
    options: WaitOptions & { readonly schema: Schema },
    branches?: { readonly expired: () => Expired },
  ): OutputNode<Jsonify<InputOf<Schema>> | BranchValue<Expired>>;
  /** Something happens elsewhere; its output is the data of the event. */
  event<Data, Expired = Stopped>(
    id: string,
    event: EventType<Data>,
    options?: EventOptions<Data>,
    branches?: { readonly expired: () => Expired },
  ): OutputNode<Data | BranchValue<Expired>>;
  /** Tells others that something happened. */
  emit<Data>(
    id: string,
    event: EventType<Data>,
    data: Template<Data>,
    options?: NodeOptions,
  ): GraphNode;
  /** Waits for a time, or until one, through restarts too. */
  sleep(id: string, time: SleepTime, options?: NodeOptions): GraphNode;
  /** A value made of others, under a name. */
  set<const Value>(
    id: string,
    value: Value & Sure<Value>,
    options?: NodeOptions,
  ): OutputNode<Unref<Value>>;
  /** Ends the run here, as stopped, when all that was written before it in the same branch is done. */
  stop(id: string, reason: string | RefTo<string>, options?: NodeOptions): Stopped;
}

interface ApprovalBranches {
  readonly approved?: () => unknown;
  readonly rejected?: () => unknown;
  readonly expired?: () => unknown;
}

type ResultOf<Branches, Port extends string, Otherwise> = Branches extends {
  readonly [Key in Port]: () => infer Result;
}
  ? Result
  : Otherwise;
