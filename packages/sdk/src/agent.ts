// Agents
// A plain value: who answers, what it is told, which tools it has. What it says in threads is a workflow of its own (Threads).
import type { OutputOf, SdkModelObject, StandardSchema } from '@skein/agents';
import { withoutUndefined, type ModelSettings, type NodeType } from '@skein/ports';
import type { Jsonify } from './values/jsonify.ts';
import type { Workflow } from './workflow.ts';
import { agentNodeType, agentTypeOf } from './agents/agent-node-type.ts';
import type { AgentSource, History } from './agents/agent-source.ts';
import { checkAgent } from './agents/check-agent.ts';
import { threadWorkflow, type ThreadInput } from './threads/thread-workflow.ts';
import type { AgentTools } from './agents/tool.ts';

/** What `agent` takes. */
export interface AgentOptions<Tools, Schema> extends ModelSettings {
  /** Its name in definitions, journals and the studio: letters, digits, `_` and `-`. */
  readonly id: string;
  /** A name, as in definitions, or a model of the AI SDK (`ai` 5 to 7); default: the default model of the engine. */
  readonly model?: string | SdkModelObject;
  readonly instructions?: string;
  /** By the names under which the model calls them. */
  readonly tools?: Tools;
  /** What its answers must fit; default: they are text. */
  readonly output?: Schema;
  /** Model calls that it may make for one answer; default 20. */
  readonly maxTurns?: number;
  /** How much of a thread is sent to the model; default: the last 100 messages. */
  readonly history?: History;
  /** The protocols through which other programs reach it on a server; default: none. */
  readonly publish?: readonly Door[];
}

/** A protocol of other programs (docs/doors.md). */
export type Door = 'ai-sdk' | 'openai' | 'a2a' | 'ag-ui';

declare const types: unique symbol;

/** An agent, with the types of its tools and its answers. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of agents holds agents of all types
export interface Agent<Tools = any, Out = any> {
  readonly id: string;
  readonly source: AgentSource;
  /** The node type that asks it, for graphs and functions: `{ "prompt": "…" }` is its config. */
  readonly type: string;
  readonly nodeType: NodeType;
  /** One run of it is one turn of a thread. */
  readonly threads: Workflow<ThreadInput, Out>;
  readonly [types]?: (tools: Tools) => Out;
}

/** What an agent answers with. */
export type AgentOutput<Schema> = [Schema] extends [never]
  ? string
  : Schema extends StandardSchema
    ? Jsonify<OutputOf<Schema>>
    : string;

/**
 * An agent, for threads, graphs and functions:
 *
 *     export const support = agent({
 *       id: 'support',
 *       model: 'anthropic/claude-sonnet-4-5',
 *       instructions: 'You help customers of a shop. Never guess.',
 *       tools: { findOrder, refund },
 *       history: { last: 40 },
 *     });
 */
export function agent<
  const Tools extends AgentTools = Record<never, never>,
  Schema extends StandardSchema = never,
>(options: AgentOptions<Tools, Schema>): Agent<Tools, AgentOutput<Schema>> {
  const { id, tools = {}, output, publish = [], ...rest } = options;
  const source: AgentSource = withoutUndefined({ id, tools, output, ...rest });
  checkAgent(source);
  const type = agentTypeOf(id);
  const nodeType = agentNodeType(source);
  return { id, source, type, nodeType, threads: threadWorkflow(source, publish) };
}
