import type { Failure, JsonObject, NodeId } from '@skein/kernel';

/** An agent that another one may call as a tool: the target of an edge of kind `subagent`. */
export interface Subagent {
  readonly node: NodeId;
  readonly nodeName: string;
  readonly nodeType: string;
  /** What its tool is to be called: the port that its edge leaves, when the edge names one. */
  readonly toolName: string | undefined;
  /** The node's description, when it has one. */
  readonly description: string | undefined;
  /** Those that it may call itself, in the order of their edges. */
  readonly subagents: readonly Subagent[];
  /**
   * Its config as of now, resolved as if the input had come to it over an edge: `${previous}` and `${inputs.input}` are the
   * input. Later calls may resolve to something else, so whoever resumes after a crash must have recorded it.
   */
  resolve(input: string): ResolvedConfig;
}

export type ResolvedConfig =
  | { readonly ok: true; readonly config: JsonObject }
  | { readonly ok: false; readonly missing: readonly string[]; readonly failure?: Failure };
