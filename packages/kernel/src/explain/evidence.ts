// What a rebuild tells about one node: the facts behind its explanation.
import type { Tried } from '../conditions/condition.ts';
import type { StepCount } from '../data/run-steps.ts';
import type { Cause } from '../derived.ts';
import type { Graph, GraphEdge, GraphNode } from '../graph/graph.ts';
import type { Json, JsonObject } from '../json.ts';
import type { NodeStatus } from '../state/node-status.ts';
import type { RunState, Wait } from '../state/run-state.ts';

export interface ExplainedActivation {
  readonly n: number;
  /** The round of each loop, by the loop's head. */
  readonly round: { readonly [head: string]: number };
  /** Only nodes of the definition: a derived one is replaced by what caused it. */
  readonly causedBy: readonly Cause[];
  readonly inputs: JsonObject;
  /** How it ended, or what it is doing now. */
  readonly outcome: string;
  /** Of a node of type `data`: the steps that were done, with the rows before and after each. */
  readonly steps?: readonly StepCount[];
  /** What the conditions of an `if` or `switch` compared. */
  readonly tried?: readonly Tried[];
}

/** What a port of a node is called, in the words of the definition; the name of a port by default. */
export type PortName = (node: GraphNode, port: string) => string;

/** What sentences call a node; its id by default. */
export type NodeName = (id: string) => string;

/** About the node and the edges into it. */
export interface Evidence {
  readonly graph: Graph;
  readonly state: RunState;
  readonly node: GraphNode;
  readonly activations: ExplainedActivation[];
  readonly edges: ReadonlyMap<string, EdgeEvidence>;
  readonly portName: PortName;
  readonly nodeName: NodeName;
  readonly namesEdges: boolean;
  /** Tokens that the node's join absorbed or dropped, and limits reached, in words. */
  readonly remarks: string[];
}

export interface EdgeEvidence {
  readonly edge: GraphEdge;
  fired: number;
  /** The condition of the edge itself, as last evaluated. */
  tried: readonly Tried[];
  /** Why the condition could not be decided, as last evaluated. */
  undecided: string | null;
  /** The source's own conditions (`if`, `switch`), as last evaluated. */
  sourceTried: Tried[];
  /** The ports that the source fired when it last completed or failed; null when it never did. */
  sourcePorts: readonly string[] | null;
  /** The activation of the source whose conditions are being collected. */
  sourceRun: number;
  /** Why the source failed, when it last ended with a failure. */
  failure: string | null;
}

/** The open wait of a derived node that represents this one. */
export function askedFor(state: RunState, node: GraphNode): Wait | undefined {
  return [...state.waits.values()].find(
    ({ node: asking }) => asking !== null && asking !== node && asking.shownAs === node.id,
  );
}

/** Without the node's own, which cannot be the reason why it never ran. */
export function leadingHere({ edges, node }: Evidence): readonly EdgeEvidence[] {
  return [...edges.values()].filter(({ edge }) => edge.from !== node);
}

export interface Explanation {
  readonly node: string;
  readonly status: NodeStatus;
  readonly activations: readonly ExplainedActivation[];
  readonly notRun?: { readonly reason: string; readonly edges: readonly ExplainedEdge[] };
  /** What it reads of the state, and who wrote that last; absent when it reads nothing of it. */
  readonly state?: readonly ReadState[];
  /** The same in sentences. */
  readonly words: readonly string[];
}

export interface ReadState {
  readonly name: string;
  /** Absent when it has none. */
  readonly value?: Json;
  /** Absent while it is as the definition says. */
  readonly writer?: { readonly node: string; readonly activation: number };
}

export interface ExplainedEdge {
  readonly edge: string;
  readonly from: string;
  /** As the definition calls it. */
  readonly port: string;
  /** Its outcome: how often it fired, and why it did not at the last opportunity. */
  readonly fired: number;
  readonly why: string;
  readonly tried: readonly Tried[];
}
