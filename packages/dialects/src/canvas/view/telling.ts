import type { Graph, GraphNode, Json } from '@skein/kernel';

/** The run itself, where no node is concerned. */
export const systemNode = 'system';

/** What is known while the story is told. */
export interface Telling {
  readonly graph: Graph;
  readonly outputs: Map<string, Json>;
  readonly approvals: Map<string, Json>;
  previous: Json | undefined;
  /** The node of each wait. */
  readonly waits: Map<string, GraphNode>;
  /** Choices that are being made: an edge's condition is tried after its node is done. */
  readonly choosing: Set<string>;
  /** Activations that begin in the batch that is being told, until they are told. */
  starting: Set<string>;
  /** Failures that have an entry, by activation. */
  readonly failures: Set<string>;
  /** Subagent calls that are open, by activation. */
  readonly calls: Map<string, number>;
  /** Adds an entry at the time of the row that is being told. */
  log(nodeId: string, type: string, content: string): void;
}

export function nameOf({ node, activation }: { node: string; activation: number }): string {
  return `${activation} ${node}`;
}
