// What an expression of n8n can read, and how that is written in the native language
// Made once for each node that is converted. Asking for a node of the workflow is noted, so that it remembers its items where needed.
import type { Json } from '@skein/kernel';

export interface ExpressionScope {
  /** The current item: `item`, or `previous[0]` where a node sees the whole list. */
  readonly item: string;
  /** The place of the current item. */
  readonly index: string;
  /** The list of items that came. */
  readonly input: string;
  /** How often the node has run before, or null where that cannot be said. */
  readonly runIndex: string | null;
  /** The node that the items come from, where there is only one. */
  readonly previousNode: string | null;
  readonly workflowName: string;
  /** How another node is read; null when the workflow has no such node. */
  readonly node: (name: string) => NodeReads | null;
  /** What the node's own parameter says. */
  readonly parameter: (name: string) => Json | undefined;
  /** An argument that a model gives; null outside of tools. */
  readonly modelArgument: ((argument: ModelArgument) => string) | null;
  /** A variable of the environment or of the installation. */
  readonly variable: (name: string) => string;
}

export interface NodeReads {
  /** Its list of items: `fetch.output`. */
  readonly items: string;
  /** Whether it ran: `exists(fetch.output)`. */
  readonly hasRun: string;
  /** The item that the current one was made of. */
  readonly ancestor: () => string;
  readonly parameter: (path: readonly string[]) => Json | undefined;
}

export interface ModelArgument {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly default: Json | undefined;
}
