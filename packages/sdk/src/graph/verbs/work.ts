// Verbs that do one thing: code, a model call, another workflow, an event, a pause, a value, the end.
import type { FunctionResult, StandardSchema } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { withoutUndefined, type NodeIo, type NodeType } from '@skein/ports';
import type { RefTo } from '../../refs/ref.ts';
import { durationMs, type Duration } from '../../values/duration.ts';
import type { EventType } from '../../values/event.ts';
import { toJson } from '../../values/to-json.ts';
import type { Workflow } from '../../workflow.ts';
import type { GraphBuilder } from '../graph-builder.ts';
import type { GraphNode, OutputNode } from '../node.ts';
import type { NodeOptions } from '../node-options.ts';
import { neededSchemaJson } from '../schema-json.ts';

/** What the code of a step is given beside its arguments. */
export type StepIo = Pick<NodeIo, 'signal' | 'idempotencyKey'>;

export interface ModelOptions extends NodeOptions {
  readonly prompt: string | RefTo<string>;
  /** What the model is told before. */
  readonly instructions?: string | RefTo<string>;
  /** The name of a model; default: that of the engine. */
  readonly model?: string;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
}

export function stepVerb(
  builder: GraphBuilder,
  id: string,
  args: object,
  run: (args: never, io: StepIo) => unknown,
  options?: NodeOptions,
): OutputNode<unknown> {
  const name = `${builder.id}.${id}`;
  builder.parts.functions.set(name, {
    description: `The code of "${id}" in "${builder.id}".`,
    // What it is given is what its arguments have become.
    run: (given, io) => recorded(run(given as never, io), name),
  });
  builder.add({
    id,
    type: 'function',
    config: (write) => ({ name, args: write.template(args) }),
    ...withoutUndefined({ options }),
  });
  return builder.node(id, id);
}

function recorded(returned: unknown, name: string): FunctionResult | Promise<FunctionResult> {
  const what = `result of the step "${name}"`;
  if (!(returned instanceof Promise)) return toJson(returned, what);
  return returned.then((value: unknown) => toJson(value, what));
}

export function llmVerb(
  builder: GraphBuilder,
  id: string,
  options: ModelOptions & { readonly output?: StandardSchema | undefined },
): OutputNode<unknown> {
  const { prompt, instructions, model, temperature, maxOutputTokens, output } = options;
  builder.add({
    id,
    type: 'llm',
    options,
    config: (write) =>
      withoutUndefined({
        model,
        system: instructions === undefined ? undefined : write.template(instructions),
        prompt: write.template(prompt),
        schema: output === undefined ? undefined : neededSchemaJson(output, id),
        temperature,
        maxOutputTokens,
      }),
  });
  return builder.node(id, id);
}

/** An agent as a graph uses it: the node type that asks it. */
export interface AskedAgent<Out> {
  readonly type: string;
  readonly nodeType: NodeType;
  /** Says what it answers with. */
  readonly threads: Workflow<never, Out>;
}

export function agentVerb(
  builder: GraphBuilder,
  id: string,
  { type, nodeType }: AskedAgent<unknown>,
  options: NodeOptions & { readonly prompt: string | RefTo<string> },
): OutputNode<unknown> {
  builder.parts.nodeTypes.set(type, nodeType);
  builder.add({
    id,
    type,
    options,
    config: (write) => ({ prompt: write.template(options.prompt) }),
  });
  return builder.node(id, id);
}

export function runVerb(
  builder: GraphBuilder,
  id: string,
  workflow: Workflow,
  input: unknown,
  options?: NodeOptions,
): OutputNode<unknown> {
  const { workflows } = builder.parts;
  if (!workflows.includes(workflow)) workflows.push(workflow);
  builder.add({
    id,
    type: 'subworkflow',
    config: (write) => ({ workflow: workflow.id, input: write.template(input) }),
    ...withoutUndefined({ options }),
  });
  return builder.node(id, id);
}

export function emitVerb(
  builder: GraphBuilder,
  id: string,
  { event }: EventType,
  data: unknown,
  options?: NodeOptions,
): GraphNode {
  builder.add({
    id,
    type: 'emit',
    config: (write) => ({ name: write.template(event), data: write.template(data) }),
    ...withoutUndefined({ options }),
  });
  return builder.node(id, id);
}

export type SleepTime = Duration | { readonly until: string | RefTo<string> };

export function sleepVerb(
  builder: GraphBuilder,
  id: string,
  time: SleepTime,
  options?: NodeOptions,
): GraphNode {
  builder.add({
    id,
    type: 'delay',
    config: (write) =>
      typeof time === 'object' ? { until: write.template(time.until) } : { ms: durationMs(time) },
    ...withoutUndefined({ options }),
  });
  return builder.node(id, id);
}

export function setVerb(
  builder: GraphBuilder,
  id: string,
  value: unknown,
  options?: NodeOptions,
): OutputNode<unknown> {
  builder.add({
    id,
    type: 'transform',
    config: (write): { readonly value: Json } => ({ value: write.template(value) }),
    ...withoutUndefined({ options }),
  });
  return builder.node(id, id);
}

/** Ends the run when everything that was written before it, in the same branch, is done. */
export function stopVerb(
  builder: GraphBuilder,
  id: string,
  reason: string | RefTo<string>,
  options?: NodeOptions,
): void {
  builder.add({
    id,
    type: 'stop',
    config: (write) => ({ reason: write.template(reason) }),
    needs: builder.leaves(),
    ports: [],
    ...withoutUndefined({ options }),
  });
  builder.endFlow();
}
