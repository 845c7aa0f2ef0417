// The compiled graph
// A definition with every default filled, every template parsed and every lookup indexed. Compiled once per version,
// shared by all its runs, never changed.
//
// G1. `nodes[i].index === i`, `edges[i].index === i`; both in definition order.
// G2. `incoming` and `joinEdges` hold flow edges only, in definition order; `outgoing` is sorted by priority, then order.
// G3. Loops are numbered so that a loop comes before the loops inside it and before those after it.
import type { NodeId } from '../ids.ts';
import type { Condition } from '../conditions/condition.ts';
import type { DataStep } from '../data/compile-steps.ts';
import type {
  EachError,
  EffectClass,
  JoinKind,
  Schedule,
  TreeLimit,
  Workflow,
} from '../definition.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Reference, Template } from '../references/template.ts';
import type { FilledRetry } from '../retries.ts';
import type { NodeKind } from './node-kind.ts';

export interface Graph {
  readonly workflow: Workflow;
  readonly policy: GraphPolicy;
  readonly nodes: readonly GraphNode[];
  readonly nodeById: ReadonlyMap<NodeId, GraphNode>;
  readonly edges: readonly GraphEdge[];
  readonly entries: readonly GraphNode[];
  readonly loops: readonly Loop[];
  /** Time zones whose date some template reads; the host sends their dates with every event. */
  readonly zones: readonly string[];
  /** Whether some template or condition reads messages of a context, so that they must be loaded while the run is decided. */
  readonly readsMessages: boolean;
  /** Whether some template computes what the ceilings of an engine bound: how many children a map has at once, or how long something waits. */
  readonly computesLimits: boolean;
  /** Limits across runs that a run waits for before it begins. */
  readonly runs: SharedSlots | null;
  /** Which starts become one run. */
  readonly debounce: GraphDebounce | null;
  /** Null when the definition declares none. */
  readonly state: GraphState | null;
  /** Whether some node remembers its items. */
  readonly remembers: boolean;
  /** The node that takes over at a limit, when the policy names one. */
  readonly limitNode: GraphNode | null;
  /** What the author wrote where a template has this reference: for messages to people. */
  readonly sayReference: (reference: Reference) => string;
}

export interface GraphPolicy {
  readonly schedule: Schedule;
  readonly maxSteps: number;
  readonly maxPasses: number | null;
  readonly maxRepeats: number | null;
  readonly timeoutMs: number | null;
  readonly window: number;
  readonly concurrency: number;
  readonly whileWaiting: 'continue' | 'hold';
  readonly toolCalls: 'parallel' | 'sequential';
  readonly modelAnswers: 'none' | 'others' | 'all';
  /** Null: as the failure says. */
  readonly modelRetryMs: number | null;
  readonly onError: 'fail' | 'continue';
  readonly onUnresolved: 'fail' | 'pend';
  readonly onceFailed: 'run' | 'skip';
  readonly inputIs: 'value' | 'message';
  readonly onLimit: string;
  readonly countsFrom: 'start' | 'answer';
  readonly limitNames: { readonly [limit: string]: string };
  readonly budget: { readonly tokens: number | null; readonly usd: number | null };
  readonly tree: { readonly [name in TreeLimit]: number | null };
}

export interface GraphNode {
  readonly index: number;
  readonly id: NodeId;
  readonly name: string;
  readonly type: string;
  readonly kind: NodeKind;
  /** Resolved when an activation starts. */
  readonly config: Template;
  /** Set when the config holds no reference: shared by all activations. */
  readonly constantConfig: JsonObject | null;
  /** `if`: one under the name `true`; `switch`: its cases in order; `event`: its `when` under the name `when`. */
  readonly conditions: readonly { readonly name: string; readonly when: Condition }[];
  /** What is done with the list that is its value; null for all but nodes of type `data`. */
  readonly steps: readonly DataStep[] | null;
  /** Its work is done for every item of a list. */
  readonly each: GraphEach | null;
  /** What an empty list on a port does: nothing fires, or this list takes its place; null: it fires like any value. */
  readonly whenEmpty: 'skip' | readonly Json[] | null;
  /** The name under which its items are remembered. */
  readonly remember: string | null;
  readonly join: JoinKind;
  /** Edges that must deliver a value: all of them for `all`, 1 for `any`, n for `n-of`. */
  readonly needed: number;
  /** Flow edges into this node. */
  readonly incoming: readonly GraphEdge[];
  /** `incoming` without loop edges: what a join collects. */
  readonly joinEdges: readonly GraphEdge[];
  /** Flow edges out of this node, by output port. */
  readonly outgoing: ReadonlyMap<string, readonly GraphEdge[]>;
  /** All flow edges out of this node, by priority, then definition order. */
  readonly outgoingAll: readonly GraphEdge[];
  /** Edges of kind `subagent` out of this node, in definition order. */
  readonly subagents: readonly GraphEdge[];
  /** Distinct input ports of the incoming flow edges, in definition order of the edges. */
  readonly inputPorts: readonly string[];
  readonly required: readonly string[];
  readonly requireOneOf: readonly (readonly string[])[];
  /** How many of its outputs are kept: more than the window where something reads all of them. */
  readonly keeps: number;
  readonly retry: FilledRetry;
  readonly timeoutMs: number | null;
  readonly effect: EffectClass;
  readonly mutex: Template | null;
  /** Limits across runs, the mutex among them; null when it has none. */
  readonly shared: SharedSlots | null;
  readonly cancels: readonly GraphNode[];
  /** The loop that this node is the head of. */
  readonly headOf: Loop | null;
  /** The loops whose body holds this node, the outer ones first. */
  readonly loops: readonly Loop[];
  readonly derived: boolean;
  /** The id under which its waits are shown and answered: its own, or that of the node that it represents. */
  readonly shownAs: NodeId;
}

/** What a node does for every item, and how. */
export interface GraphEach {
  readonly items: Template;
  readonly concurrency: number;
  readonly onError: EachError;
  readonly spread: boolean;
  /** The part of the config that is the same for all items, and the part that reads `item` or `index`; both are objects. */
  readonly shared: Template;
  readonly own: Template;
}

/** What runs keep by name. */
export interface GraphState {
  readonly initial: ReadonlyMap<string, Json>;
  /** In the order of the definition. */
  readonly names: readonly string[];
  /** The names that each node reads, by its index. */
  readonly readers: ReadonlyMap<number, readonly string[]>;
}

/** What must be free before something starts, in this run and in all others. */
export interface SharedSlots {
  /** Of a debounce first, then those that are given back, then those that time frees. */
  readonly rules: readonly SlotRule[];
  /** Lower first. */
  readonly priority: Template | null;
  /** Whether the mutex of the node is one of the rules, and not a matter of the run alone. */
  readonly hasMutex: boolean;
}

export interface GraphDebounce {
  /** Null: all starts of this workflow. */
  readonly key: Template | null;
  readonly quietMs: number;
  readonly maxMs: number | null;
}

export interface SlotRule {
  /** Keys of different kinds never meet. */
  readonly kind: 'node' | 'node rate' | 'node debounce' | 'runs' | 'runs rate';
  /** Null: this node of this workflow, or this workflow. */
  readonly key: Template | null;
  readonly limit: number;
  /** How long a slot is taken, where that does not depend on what it was taken for. */
  readonly perMs: number | null;
  /** The newest gets it, when so long no newer one has come. */
  readonly quiet?: Pick<GraphDebounce, 'quietMs' | 'maxMs'>;
}

export interface GraphEdge {
  readonly index: number;
  readonly id: string;
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly out: string;
  readonly in: string;
  readonly when: Condition | null;
  readonly priority: number;
  readonly kind: 'flow' | 'subagent';
  readonly loop: boolean;
  readonly carry: 'value' | 'context';
  /** Position among the target's `joinEdges`; -1 for loop edges. */
  readonly slot: number;
  readonly derived: boolean;
}

export interface Loop {
  readonly index: number;
  readonly head: GraphNode;
  /** Loops whose rounds a loop edge into this head drops: itself and those inside, by index. */
  readonly drops: ReadonlySet<number>;
  /** Loops that this one is inside of (their body holds this head), by index. */
  readonly inside: readonly number[];
}
