// Functions of the host as node types of dataflow
// A function gets its inputs by name, a copy of its context, its config and what a durable engine offers, and gives back
// outputs by name. This file makes a node type of it.
import {
  isObject,
  ownValue,
  setOwn,
  type ContextChange,
  type Json,
  type JsonObject,
  type NodeKind,
  type NodeResult,
  type RetryPolicy,
} from '@skein/kernel';
import { findMisfits, type Misfit } from '@skein/dialects';
import type {
  Accepted,
  AskedQuestion,
  ConfigProblem,
  NodeCall,
  NodeIo,
  NodeType,
} from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import { acceptToolApproval } from '../../loop/approve-tool-call.ts';
import {
  contextChange,
  keepsHistory,
  readContext,
  type DataflowContext,
} from './execution-context.ts';
import { dataflowIo, type DataflowIo, type ReadMessages } from './dataflow-io.ts';
import { checkedResult, type DataflowResult } from './dataflow-result.ts';
import { withToolsOnEdge } from './given-tools.ts';
import { unwrap } from './input-nodes.ts';

export type DataflowFunction = (
  inputs: JsonObject,
  context: DataflowContext,
  config: JsonObject,
  io: DataflowIo,
) => DataflowResult | Promise<DataflowResult>;

export interface DataflowNode {
  readonly run: DataflowFunction;
  /** One or two words, for palettes and cards; default: its type. */
  readonly name?: string;
  /** One sentence. */
  readonly description?: string;
  /** JSON schema of its config: what definitions write is checked by it, and its form is made from it. */
  readonly configSchema?: JsonObject;
  /** Outputs that it can have; default: any. */
  readonly ports?: readonly string[];
  /** Connected inputs without which it is skipped; default: none. */
  readonly required?: readonly string[];
  /** Whether it adds messages to its context: nodes that do never run at the same time. */
  readonly writesContext?: boolean;
  readonly retry?: RetryPolicy;
  /** It reaches outside in `io.step`, `io.wait` and `io.callLLM` only: its model calls then are on cassettes and in replays. */
  readonly asksInSteps?: true;
  /** The models and tools that it will ask for, as far as its config says: looked up before a run. */
  readonly needs?: NodeType['needs'];
}

/** A node type of its name, for definitions of this dialect. */
export function dataflowNodeType(type: string, given: DataflowFunction | DataflowNode): NodeType {
  const node: DataflowNode = typeof given === 'function' ? { run: given } : given;
  const { ports, required, retry, asksInSteps, needs, configSchema, writesContext = false } = node;
  const kind: NodeKind = {
    type,
    mode: 'execute',
    ...(ports === undefined
      ? { ports: 'any', firing: 'unsaid' }
      : { ports: [...ports, 'context'] }),
    rawKeys: 'all',
    ...(required === undefined ? {} : { required }),
    ...(retry === undefined ? {} : { retry }),
    ...(writesContext ? { mutex: '${context.id}' } : {}),
  };
  return {
    kind,
    name: node.name,
    description: node.description ?? 'Calls a function of the host.',
    configSchema,
    checkConfig:
      configSchema === undefined
        ? undefined
        : (config) => findMisfits(configSchema, config).map(toProblem),
    asksInSteps,
    needs,
    run: (call, io) => runFunction(node.run, call, io),
    accept: acceptAnswer,
  };
}

function toProblem({ path, complaint }: Misfit): ConfigProblem {
  return {
    path,
    message: `The config does not fit: ${complaint}.`,
    hint: 'Correct it; the schema of the function says what it may be.',
  };
}

async function runFunction(run: DataflowFunction, call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const context = readContext(io);
  // The function may change its own copies of both; that of JSON is JSON.
  const config = structuredClone(call.config) as JsonObject;
  const known = structuredClone(context);
  const own = dataflowIo(call, io);
  const returned = await run(call.inputs, context, config, own.io);
  const { outputs, updatedContext, metadata, status } = checkedResult(returned, call.node);
  if (status === 'error') throw failed(call, outputs);
  if (metadata !== undefined) await io.step('metadata', () => withoutUndefined(metadata));
  const change = changeOf(updatedContext ?? context, { known, read: own.read, io });
  const answered = status === 'paused' ? await ask(outputs, io) : {};
  return { ...resultOf({ ...outputs, ...answered }), context: change };
}

interface Seen {
  /** The context as it was given. */
  readonly known: DataflowContext;
  readonly read: ReadMessages;
  readonly io: NodeIo;
}

function changeOf(after: DataflowContext, { known, read, io }: Seen): ContextChange {
  const { contextId } = after;
  if (contextId === known.contextId) return contextChange(known, after);
  const present = readContext(io, contextId);
  // Who has not looked into another context must add to it as it is.
  const seen = [...(read.get(contextId) ?? [present.messageHistory.length])].map((count) => ({
    ...present,
    messageHistory: present.messageHistory.slice(0, count),
  }));
  const newest = seen.findLast((each) => keepsHistory(each, after)) ?? present;
  return { use: contextId, ...contextChange(newest, after) };
}

/** Approvals of tools are decisions; what the function itself asks is answered in any form that fits its schema. */
function acceptAnswer(answer: Json, asked: AskedQuestion): Accepted {
  const { question } = asked;
  const isTool = isObject(question.data) && Object.hasOwn(question.data, 'callId');
  return acceptToolApproval(
    answer,
    isTool ? asked : { ...asked, question: { ...question, kind: 'input' } },
  );
}

async function ask(outputs: DataflowResult['outputs'], io: NodeIo): Promise<JsonObject> {
  const prompt = Object.hasOwn(outputs, 'prompt') ? outputs['prompt'] : undefined;
  const question = { kind: 'input', ...(typeof prompt === 'string' ? { prompt } : {}) };
  const answer = unwrap(await io.wait(question));
  return { message: answer, data: answer };
}

function resultOf(outputs: DataflowResult['outputs']): NodeResult {
  // The engine refuses what is not JSON, and says where.
  const values = withoutUndefined(
    Object.fromEntries(
      Object.entries(outputs).map(([port, value]) => [port, withToolsOnEdge(value)]),
    ),
  );
  const ports: { [port: string]: Json } = {};
  for (const [port, value] of Object.entries(values))
    if (port !== 'context') setOwn(ports, port, value);
  const named = Object.keys(ports);
  const value = named.length === 1 ? (ownValue(ports, named[0] ?? '') as Json) : { ...ports };
  setOwn(ports, 'context', null);
  return { value, ports };
}

function withoutUndefined(values: { readonly [key: string]: unknown }): JsonObject {
  const kept: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) setOwn(kept, key, value as Json);
  }
  return kept;
}

function failed({ node }: NodeCall, outputs: DataflowResult['outputs']): Error {
  const said = isObject(outputs) ? ownValue(outputs as JsonObject, 'error') : undefined;
  const message = typeof said === 'string' && said !== '' ? said : `The node "${node}" has failed.`;
  return failureError({ code: 'NODE_REPORTED_ERROR', message, data: { node } });
}
