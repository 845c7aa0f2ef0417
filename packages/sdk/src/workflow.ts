// Workflows as values
// What `workflow` and `graph` make and an engine takes: plain native JSON, and beside it what JSON cannot hold.
import type { RegisteredFunction, StandardSchema } from '@skein/agents';
import type { JsonObject } from '@skein/kernel';
import type { NodeType } from '@skein/ports';

declare const ends: unique symbol;

/** A durable function or a graph, with the types of its input and its output. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of workflows holds workflows of all types
export interface Workflow<In = any, Out = any> {
  readonly id: string;
  /** Native JSON: the studio shows it, `skein show` draws it. */
  readonly definition: JsonObject;
  /** What the definition only names: node types by the `type` that it uses. */
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  /** The same for nodes of type `function`: functions by their names. */
  readonly functions?: ReadonlyMap<string, RegisteredFunction>;
  /** Workflows that it starts; whoever registers it registers them too. */
  readonly workflows: readonly Workflow[];
  /** Checks the input where a run is started. */
  readonly input?: StandardSchema;
  /** Only its id is known here: the definition is in the store. */
  readonly isSaved?: true;
  readonly [ends]?: (input: In) => Out;
}

export type WorkflowInput<W> = W extends Workflow<infer In> ? In : never;
export type WorkflowOutput<W> = W extends Workflow<never, infer Out> ? Out : never;
