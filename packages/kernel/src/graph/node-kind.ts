// Node kinds
// How the kernel treats a node type. The native types are in `nativeKinds`; hosts and dialects add kinds for their own
// functions.
import type { EffectClass, RetryPolicy } from '../definition.ts';
import type { WaitQuestion } from '../events.ts';
import type { Json, JsonObject } from '../json.ts';

export type NodeMode =
  /** Computed by the kernel in the batch that reached it. */
  | 'start'
  | 'transform'
  | 'if'
  | 'switch'
  | 'join'
  | 'set'
  | 'partition'
  | 'respond'
  | 'fail'
  | 'stop'
  | 'end'
  /** A node that is a wait, a durable timer, an event to send, or children. */
  | 'wait'
  | 'delay'
  | 'emit'
  | 'map'
  | 'subworkflow'
  /** Runs a function of the host. */
  | 'execute';

/**
 * Which of its ports fire when a node completes: all of them, exactly one, at least one, any or none, or all of exactly one group.
 * `unsaid`: only its function knows, and usually gives all of them, so nothing is warned about.
 */
export type Firing = 'all' | 'one' | 'some' | 'any' | 'unsaid' | readonly (readonly string[])[];

export interface NodeKind {
  readonly type: string;
  readonly mode: NodeMode;
  /** Output ports that this node can fire; `any` when only the function knows. Without `error`, which every node has. */
  readonly ports: readonly string[] | 'any' | ((config: JsonObject) => readonly string[] | 'any');
  /** Default `all`. Only diagnostics read it: a branch that may not be taken can leave a join without its input. */
  readonly firing?: Firing | ((config: JsonObject) => Firing);
  /** Config keys that are not templates: schemas, inline workflows, conditions. `all`: the config contains none at all. */
  readonly rawKeys?: readonly string[] | 'all';
  /** Config keys that are always text, even when they are exactly one reference. */
  readonly textKeys?: readonly string[];
  /** Templates that are resolved with the config under keys of their own: what the function reads without a reference to it. */
  readonly implied?: (config: JsonObject) => JsonObject;
  /** Conditions inside the config, in the order in which they are evaluated; their keys belong to `rawKeys`. */
  readonly conditions?: (config: JsonObject) => readonly ConfigCondition[];
  /** Its conditions are about `item` and `index`, of the list under this key (default: what came over the edge). */
  readonly items?: string;
  /** What an empty list on a port of it does, unless the node says otherwise; default `fire`. */
  readonly whenEmpty?: 'skip';
  /**
   * Its value is a list that steps are done with: the key of the list (default: what came over the edge), and the key of the steps,
   * which belongs to `rawKeys`.
   */
  readonly rows?: { readonly from: string; readonly steps: string };
  /** What a node that is a wait asks, from its resolved config; default: `prompt`, `schema`, `deadlineMs` and `who` of it. */
  readonly question?: (config: JsonObject) => WaitQuestion;
  /** Input ports that must have a value where an edge leads to them. */
  readonly required?: readonly string[];
  readonly requireOneOf?: readonly (readonly string[])[];
  /** It may call other agents as tools, and be called as one: both ends of an edge of kind `subagent` need it. */
  readonly isAgent?: true;
  /**
   * Its function may have several questions open at the same time and end while some are. It also waits for times and for runs of its
   * own (questions of the kinds `timer` and `child`), and goes on when a question has expired (SPEC K860).
   */
  readonly asks?: 'together';
  readonly retry?: RetryPolicy;
  readonly effect?: EffectClass;
  /** The mutex of a node of this kind while it runs, unless it names its own; a template. */
  readonly mutex?: string;
}

export interface ConfigCondition {
  readonly name: string;
  /** As written; null where it is missing, which does not parse. */
  readonly when: Json;
  /** Where it is inside the config. */
  readonly path: readonly (string | number)[];
}
