// Node types
// How the host runs what the kernel only decides about: one entry per `type` of a definition. Plain data and functions, so
// that users register their own in the same way as the shipped ones.
import type {
  EffectClass,
  EmittedEvent,
  Json,
  JsonObject,
  NodeId,
  NodeKind,
  NodeResult,
  RunId,
  Usage,
  WaitQuestion,
  Workflow,
} from '@skein/kernel';
import type { LanguageModel, NodeModel } from '../models/model.ts';
import type { PaidCall } from '../engine-store/budget-store.ts';
import type { NodeMemory } from './node-memory.ts';
import type { Subagent } from './subagent.ts';
import type { ToolSource } from '../tools/tool.ts';
import type { NodeFiles } from '../engine-store/node-files.ts';

export interface NodeType {
  readonly kind: NodeKind;
  /** One or two words, for palettes and cards; default: its type. */
  readonly name?: string | undefined;
  /** One sentence, for forms, docs and `help`. */
  readonly description: string;
  /** Checks the config as written (templates not yet resolved); each complaint becomes a diagnostic. */
  readonly checkConfig?: ((config: JsonObject) => readonly ConfigProblem[]) | undefined;
  /**
   * What a call with this config needs of the host, as far as that is written down: for the look before a run. The workflow is
   * the whole one in native form, for settings that a node takes from elsewhere.
   */
  readonly needs?: ((config: JsonObject, workflow: Workflow) => HostNeeds) | undefined;
  /** JSON schema of the arguments of what a call with this config calls by its name, where the host knows it. */
  readonly takes?: ((config: JsonObject) => Json | undefined) | undefined;
  /** JSON schema of the config, for forms. */
  readonly configSchema?: Json | undefined;
  /** For kinds of mode `execute`. */
  readonly run?: NodeFunction;
  /**
   * `run` in two halves, for a type that only calls a function of the host: between them the engine waits for that function,
   * so that a call needs no promise of the type's own.
   */
  readonly halves?: NodeHalves;
  /** The function guards each of its effects itself (`io.step` with an intent), so a `guarded` node need not be one. */
  readonly guardsItself?: boolean;
  /**
   * The function reaches outside in `io.step` and `io.wait` only. So it can be called again on what it recorded, to learn what it
   * asked, and nothing happens by it.
   */
  readonly asksInSteps?: true | undefined;
  /** What happens when a call with this config is made twice, where the type knows better than the graph. */
  readonly effectOf?: (config: JsonObject) => EffectClass | undefined;
  /** Whether a call with this config takes milliseconds only: a host of many machines then calls it where it decides about the run. */
  readonly isFast?: (config: JsonObject) => boolean;
  /** For nodes that wait: normalises an answer or refuses it, before it is journaled. */
  readonly accept?: (answer: Json, asked: AskedQuestion) => Accepted;
}

/** What a node type does, for types whose kind is declared elsewhere: by the dialect that they belong to. */
export type NodeBehaviour = Omit<NodeType, 'kind'>;

/** Names without templates, each with its path inside the config. */
export interface HostNeeds {
  /** Absent when no model is called, or when its name is not known yet. */
  readonly model?: {
    readonly path: readonly (string | number)[];
    /** Absent: the default one. */
    readonly name?: string;
  };
  readonly tools?: readonly {
    readonly path: readonly (string | number)[];
    readonly name: string;
  }[];
  /** Secrets that a workflow may only name if they are bound to where they go. */
  readonly secrets?: readonly {
    readonly path: readonly (string | number)[];
    readonly name: string;
  }[];
}

export interface ConfigProblem {
  /** Path inside the config. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string;
}

export interface AskedQuestion {
  readonly question: WaitQuestion;
  readonly config: JsonObject;
  readonly inputs: JsonObject;
  /** The value that entered the node. */
  readonly previous: Json | undefined;
  /** Who answers, where that is known. */
  readonly by?: string | undefined;
}

export type Accepted =
  | { readonly ok: true; readonly answer: Json; readonly result?: NodeResult }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** What one execution is about: resolved by the kernel, equal in every attempt. */
export interface NodeCall {
  readonly run: RunId;
  /** The run at the top of the tree that this one is part of; itself when it is not a child. */
  readonly root: RunId;
  /** Whose run it is; absent for one that belongs to nobody. */
  readonly user?: string | undefined;
  readonly node: NodeId;
  readonly nodeName: string;
  readonly nodeType: string;
  readonly activation: number;
  readonly attempt: number;
  readonly config: JsonObject;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  readonly context: string;
  /** Of a node with `each`: the place of its item, which is also its input. */
  readonly index?: number | undefined;
}

export interface NodeHalves {
  call(call: NodeCall, io: NodeIo): unknown;
  settle(returned: unknown, call: NodeCall): NodeResult;
}

export type NodeFunction = (call: NodeCall, io: NodeIo) => NodeResult | Promise<NodeResult>;

export interface StepOptions<T> {
  /** The whole key, from a function that counts its steps itself: in every attempt the same step has the same key. */
  readonly key?: string;
  /**
   * What is about to be done, for an effect that must not happen twice: it is journaled first, and when a crash leaves
   * the outcome unknown, a person is shown this and decides.
   */
  readonly intent?: Json;
  /** Who may decide then; default: everybody who may answer at all. */
  readonly who?: readonly string[] | undefined;
  /** What a person's decision is worth as the step's result; default: their result as it is, or an error. */
  readonly decided?: (decision: StepDecision) => T;
  /**
   * What is asked, as data: two steps that ask for the same may be given the same result, in a replay or by a cassette. Made only
   * when somebody wants to know, from nothing but what the function was given and has recorded.
   */
  readonly request?: () => Json;
  /** The event that the effect sends: whoever is subscribed to events hears of it once the step is recorded. */
  readonly emits?: EmittedEvent;
}

/** A person who was shown an intent knows its result, or gives it up. */
export type StepDecision = { readonly result: Json } | { readonly error: string };

/** What a running node may do besides returning. */
export interface NodeIo {
  /** Aborts when the activation is cancelled or times out. */
  readonly signal: AbortSignal;
  /** Equal in every attempt of this activation, for receivers that deduplicate. */
  readonly idempotencyKey: string;
  /** The `traceparent` to send along with requests, where somebody traces the run. */
  readonly trace?: string | undefined;
  /** Records the result of an effect: after a crash it is given back, not made again. Names repeat in call order: the effect is given the key. */
  step<T extends Json | undefined>(
    name: string,
    effect: (key: string) => T | Promise<T>,
    options?: StepOptions<T>,
  ): Promise<T>;
  /** @deprecated Name the question: `io.wait(question, 'sign')`. Without a name it is found by the order of the questions alone. */
  wait(question: WaitQuestion): Promise<Json>;
  /**
   * Asks a person or the outside and continues with the answer, however long that takes. Questions that are asked in no fixed order
   * need a name each, so that every attempt finds its answer; names repeat in call order. A function that counts its questions itself
   * gives the whole key.
   */
  wait(question: WaitQuestion, name: string | { readonly key: string }): Promise<Json>;
  /**
   * Of a kind that asks several questions at a time: takes one back that nobody waits for any more, by its key. Its wait is closed, its
   * timer or child run cancelled.
   */
  withdraw(key: string): Promise<void>;
  /** The keys of what was recorded in this activation so far, in order: those of steps, and those of questions with an answer. */
  recordedKeys(): Iterable<string>;
  /**
   * Of a kind that asks several questions at a time: until the returned function is called, it has more to do than to wait, whether or not
   * a step is in flight.
   */
  hold(): () => void;
  /**
   * Sends a transient event (tokens, progress) to whoever watches; never journaled. `{ type: 'token', text }` is a piece of live
   * text; with the key of a `step` it is the text of that step until its result is recorded.
   */
  emit(event: JsonObject): void;
  /**
   * Sends an event to every run that waits for it. Inside `step`, with its key: after a crash it is sent again, and those that have it do
   * not get it twice.
   */
  send(event: {
    readonly name: string;
    readonly data?: Json | undefined;
    readonly key: string;
  }): Promise<void>;
  /**
   * Asks for room in the budget before a call that will be paid for, and waits for calls in flight where they may
   * leave some. Without room the promise rejects like a cancel: the run pauses, hands over or fails, and the node is called
   * again when it resumes. The function gives the room back, once what was spent is recorded. `cost` is only asked where there is a budget.
   */
  reserve(cost: () => PaidCall): Promise<() => void>;
  /** Reports what was spent; counted against the run's budget. */
  spend(usage: {
    modelCalls?: number;
    inputTokens?: number;
    outputTokens?: number;
    usd?: number;
  }): void;
  /** What the run has spent so far, as far as it is in the journal. */
  usage(): Required<Usage>;
  /** The engine's time in milliseconds since 1970; inside `step` where another attempt must see the same. */
  now(): number;
  /** The messages and settings of a context; default: this activation's. */
  context(id?: string): {
    readonly id: string;
    readonly messages: readonly JsonObject[];
    readonly settings: JsonObject;
  };
  /**
   * The model that answers for this name. A call aborts with the activation and streams to whoever watches; it is neither recorded nor
   * counted: that is for `step` and `spend`. `own` is the model that the code of the node has under this name: it is asked unless a
   * script or a cassette answers.
   */
  model(name: string | undefined, own?: LanguageModel): NodeModel;
  /** Files that values name, and new ones. */
  readonly files: NodeFiles;
  /** What the workflows of the user remember across runs. */
  readonly memory: NodeMemory;
  /**
   * Before a value of the run is checked with the `checkSchema` of the host: a large one is looked at by another thread, where the host has
   * some, and that check is then quick. Undefined when there is nothing to wait for.
   */
  readonly checkAhead?: ((schema: Json, value: Json) => Promise<void> | undefined) | undefined;
  /** The tools that this engine knows. Which of them a node may call is for its function to decide. */
  readonly tools: ToolSource;
  /** The agents at the other end of the edges of kind `subagent` of this node, in definition order. */
  readonly subagents: readonly Subagent[];
  /** Whether the tool calls of one message of a model may run at the same time, by the policy of the workflow. */
  readonly toolCalls: 'parallel' | 'sequential';
  /** How many more attempts the node has when this one fails in a way that is worth one. */
  readonly attemptsLeft: number;
}
