// Tools
// They have the keys of the AI SDK's `tool()`, so that its tools can be given as they are.
import type { OutputOf, StandardSchema } from '@skein/agents';
import type { EffectClass, JsonObject } from '@skein/kernel';
import type { Awaitable } from '@skein/ports';
import type { Jsonify } from '../values/jsonify.ts';

/** What a tool may know about one call besides its input. */
export interface ToolContext {
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
  /** Equal when this very call is made again after a crash, for receivers that deduplicate. */
  readonly key: string;
  readonly toolCallId: string;
}

/** A tool of an agent, with the types of its input and its output. */
export interface Tool<Input, Output> {
  /** What the model reads to know when to call it. */
  readonly description: string;
  readonly inputSchema: StandardSchema;
  /** What the model reads about the input, for a schema whose library cannot tell it (zod 3, plain valibot). */
  readonly jsonSchema?: JsonObject;
  /** A person must agree to every call, or to those for which it says so; they may change the input. */
  readonly approve?: boolean | ((input: Input) => Awaitable<boolean>);
  /** Who may agree: `ada`, `group:finance`, `role:approver`; default: everybody who may answer at all. */
  readonly who?: readonly string[];
  /** What happens when it is called twice; default `guarded`: a call that a crash interrupted is not made again unasked. */
  readonly effect?: EffectClass;
  readonly execute: (input: Input, context: ToolContext) => Output;
}

/** What `tool` takes: the schema says which input everything else gets. */
export interface ToolOptions<Schema extends StandardSchema, Output> extends Omit<
  Tool<OutputOf<Schema>, Output>,
  'inputSchema'
> {
  /** Any Standard Schema: zod, valibot, arktype. */
  readonly inputSchema: Schema;
}

/**
 * A tool that agents can be given:
 *
 *     const refund = tool({
 *       description: 'Pays money back.',
 *       inputSchema: z.object({ order: z.number().int(), amount: z.number() }),
 *       approve: ({ amount }) => amount > 20,
 *       execute: ({ order, amount }, { key }) => shop.refund(order, amount, key),
 *     });
 */
export function tool<Schema extends StandardSchema, Output>(
  options: ToolOptions<Schema, Output>,
): Tool<OutputOf<Schema>, Output> {
  return options;
}

/** A tool of ours, or one of the AI SDK (`ai` 5 to 7): what both have. */
export interface AnyTool {
  readonly description?: unknown;
  readonly inputSchema: unknown;
  readonly execute?: unknown;
}

/** Tools by the names under which a model calls them. */
export interface AgentTools {
  readonly [name: string]: AnyTool;
}

/** What a model gives to a tool. */
export type ToolInput<Given> = Given extends {
  readonly execute?: infer Execute;
}
  ? NonNullable<Execute> extends (input: infer Input, ...rest: never[]) => unknown
    ? Input
    : unknown
  : unknown;

/** What a tool gave, as it is in the journal. */
export type ToolOutput<Given> = Given extends {
  readonly execute?: infer Execute;
}
  ? NonNullable<Execute> extends (...args: never[]) => infer Output
    ? Jsonify<Exclude<Awaited<Output>, AsyncIterable<unknown>>>
    : unknown
  : unknown;
