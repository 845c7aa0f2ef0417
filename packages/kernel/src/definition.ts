// The native definition
// What a workflow file holds. Everything that has a default is optional here and filled by `compileGraph`, so a definition
// stays as its author wrote it. Shapes are checked by the native dialect before a definition reaches the kernel.
import type { Json, JsonObject } from './json.ts';

export type Schedule = 'eager' | 'superstep';
export type JoinKind = 'each' | 'once' | 'all' | 'any' | 'n-of';
export type EffectClass = 'pure' | 'idempotent' | 'guarded';

export interface Workflow {
  readonly skein: 1;
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly entry?: readonly string[];
  readonly policy?: Policy;
  readonly nodes: readonly WorkflowNode[];
  readonly edges?: readonly WorkflowEdge[];
  /** What starts runs by itself: one trigger. */
  readonly trigger?: Json;
  /** Several of them, each with the node that its runs start at. */
  readonly triggers?: readonly Json[];
  /** Tools that it brings along, by the names that its nodes call. */
  readonly tools?: JsonObject;
  /** Conversations that exist from the start, with their settings, by id. */
  readonly contexts?: { readonly [id: string]: JsonObject };
  /** What a run keeps beside the outputs of its nodes, by name, with the first value of each. */
  readonly state?: JsonObject;
  /** What programs note about it, such as where it comes from; decides nothing. */
  readonly metadata?: JsonObject;
  /** Where things are drawn; outside the content hash. */
  readonly studio?: JsonObject;
}

export interface Policy {
  readonly schedule?: Schedule;
  readonly maxSteps?: number;
  readonly maxPasses?: number | null;
  readonly maxRepeats?: number | null;
  readonly timeoutMs?: number | null;
  readonly window?: number;
  readonly concurrency?: number;
  readonly whileWaiting?: 'continue' | 'hold';
  /** Whether the tool calls of one message of a model run at the same time. */
  readonly toolCalls?: 'parallel' | 'sequential';
  /** Which waits of its runs a model may answer by a tool: none, those of other trees of runs than its own, or all. */
  readonly modelAnswers?: 'none' | 'others' | 'all';
  /** How long model calls are tried again during an outage, by nodes that do not say; default: as the host says. */
  readonly modelRetryMs?: number;
  readonly onError?: 'fail' | 'continue';
  readonly onUnresolved?: 'fail' | 'pend';
  /** What a token does at a `once` node that has failed: run it again, or nothing. */
  readonly onceFailed?: 'run' | 'skip';
  /** Whether the run's input, when it is a text, is the first message of the context `main`. */
  readonly inputIs?: 'value' | 'message';
  /** `fail`, `pause`, or the id of a node that takes over. */
  readonly onLimit?: string;
  readonly countsFrom?: 'start' | 'answer';
  /** What failures call a limit, where its author knows it by another name. */
  readonly limitNames?: { readonly [limit: string]: string };
  readonly budget?: { readonly tokens?: number | null; readonly usd?: number | null };
  /** Limits across the runs of this and other workflows, in all processes: a run waits for them before it begins. */
  readonly runs?: RunLimits;
  /** How large the tree of runs below this one may become; of a child it says nothing. */
  readonly tree?: { readonly [name in TreeLimit]?: number | null };
}

/** Runs that were ever started, runs that are open at the same time, levels below the root, and bytes of journals. */
export type TreeLimit = 'runs' | 'open' | 'depth' | 'bytes';

/** What holds across runs: counted by key, for each user apart. Types, not interfaces: they are JSON. */
export type SharedLimits = {
  readonly concurrency?: ConcurrencyLimit | null;
  readonly rate?: RateLimit | null;
  /** Who goes first where several wait: the lower number, then who came first. A template is allowed. */
  readonly priority?: number | string;
};

/** The same for whole runs. */
export type RunLimits = SharedLimits & { readonly debounce?: Debounce | null };

/**
 * Of a workflow: starts with the same key, each soon after the one before, become one run with the newest input. Of a node: of its
 * activations with the same key, in all runs, the newest is executed.
 */
export type Debounce = {
  /** Which starts or activations belong together; default: all of this workflow, or of this node. A template is allowed. */
  readonly key?: string;
  /** It begins when so long no further one has come. */
  readonly quietMs: number;
  /** It begins after so long in any case; default: it waits as long as others keep coming. */
  readonly maxMs?: number;
};

export type ConcurrencyLimit = {
  /** What is counted together; default: this node, or this workflow. A template is allowed. */
  readonly key?: string;
  readonly limit: number;
};

export type RatePeriod = 'second' | 'minute' | 'hour' | 'day';

export type RateLimit = ConcurrencyLimit & {
  /** In which so many may start; a number is milliseconds. */
  readonly per: RatePeriod | number;
};

export interface WorkflowNode extends SharedLimits {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly description?: string;
  readonly config?: JsonObject;
  readonly join?: JoinKind;
  /** How many edges an `n-of` join needs. */
  readonly n?: number;
  readonly input?: { readonly [port: string]: { readonly required?: boolean } };
  /** Groups of ports of which one at least must have a value. */
  readonly requireOneOf?: readonly (readonly string[])[];
  readonly retry?: RetryPolicy | null;
  readonly timeoutMs?: number | null;
  readonly effect?: EffectClass;
  readonly mutex?: string | null;
  readonly debounce?: Debounce | null;
  readonly cancels?: readonly string[];
  /** It does its work for every item of a list, and its value is the list of the results: the list, or how that is done. */
  readonly each?: string | readonly Json[] | EachSettings;
  /** What an empty list on one of its ports does: fires it, fires nothing, or is replaced by this list. */
  readonly whenEmpty?: 'fire' | 'skip' | readonly Json[];
  /** Its items carry what they are here under this name, through all lists that are made of them: `${item@name.field}`. */
  readonly remember?: string;
  /** Added by compiling a dialect: never exported, drawn as the user's, or counted as a step. */
  readonly derived?: boolean;
  /** On a derived node: the node that people know it by; what it asks, that node asks. */
  readonly standsFor?: string;
}

/** What a failed item does: it fails the node, is marked among the results, or leaves on the port `error`. */
export type EachError = 'fail' | 'mark' | 'port';

/** A type, not an interface: it is JSON. */
export type EachSettings = {
  /** A list, or a template of one. */
  readonly items: string | readonly Json[];
  /** How many items are worked on at the same time; default 1. */
  readonly concurrency?: number;
  readonly onError?: EachError;
  /** A result that is a list is put in item by item. */
  readonly spread?: boolean;
};

/** How much chance is in a pause: none, up to a tenth more (the default), or anything from nothing to the whole pause. */
export type RetryJitter = 'none' | 'tenth' | 'full';

/** How often something is tried, and the pauses between. */
export interface RetryTimes {
  readonly attempts: number;
  readonly backoffMs?: number;
  readonly factor?: number;
  readonly maxMs?: number;
  readonly jitter?: RetryJitter;
}

/** Of the failures with one of these codes or names; `"*"` is any. */
export interface RetryRule extends RetryTimes {
  readonly on: readonly string[];
  readonly except?: readonly string[];
}

export interface RetryPolicy extends RetryTimes {
  /** The first one that fits a failure decides; each counts its own. */
  readonly rules?: readonly RetryRule[];
}

export interface WorkflowEdge {
  readonly id?: string;
  readonly from: string;
  readonly out?: string;
  readonly to: string;
  readonly in?: string;
  readonly when?: Json;
  readonly priority?: number;
  readonly kind?: 'flow' | 'subagent';
  readonly loop?: boolean | null;
  readonly carry?: 'value' | 'context';
  readonly derived?: boolean;
}

export interface Diagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** JSON pointer (RFC 6901) to the place in the definition. */
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
}

/** One step of a JSON pointer after another, escaped as RFC 6901 says. */
export function pointer(...parts: readonly (string | number)[]): string {
  return parts
    .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
