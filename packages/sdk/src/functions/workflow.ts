// Durable functions
// A workflow in plain TypeScript. Its definition is one node whose type calls the function; the config of that node has a hash of the
// code, so that a run knows whether it is called by the code that it began with.
import { argumentSchema, isStandard, type OutputOf, type StandardSchema } from '@skein/agents';
import { codeType, type JsonObject } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { createHash } from 'node:crypto';
import type { Jsonify } from '../values/jsonify.ts';
import { ofTypeScript } from '../values/origin.ts';
import type { Workflow } from '../workflow.ts';
import { functionType } from './function-type.ts';
import type { WorkflowIo } from './workflow-io.ts';

export interface WorkflowOptions {
  /** What people call it. */
  readonly name?: string;
  readonly description?: string;
  /** Workflows that it starts: registered with it. */
  readonly workflows?: readonly Workflow[];
}

type InputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['input'];
type Body<In, Out> = (io: WorkflowIo, input: In) => Promise<Out> | Out;

/**
 * A durable function: what `io` gave is recorded, so that the function goes on where it was after a crash, a restart or days of waiting.
 *
 *     const order = workflow('order', { input: z.object({ item: z.string() }) }, async (io, { item }) => {
 *       const price = await io.step('price', () => shop.priceOf(item), { retry: 3, timeout: '5s' });
 *       const { approved } = await io.approval('boss', { prompt: `Buy ${item} for ${price}?`, within: '3d' });
 *       return { approved, price };
 *     });
 */
export function workflow<Schema extends StandardSchema, Out>(
  id: string,
  options: WorkflowOptions & { readonly input: Schema },
  run: Body<OutputOf<Schema>, Out>,
): Workflow<InputOf<Schema>, Jsonify<Out>>;
export function workflow<In = null, Out = unknown>(
  id: string,
  options: WorkflowOptions & { readonly input?: undefined },
  run: Body<In, Out>,
): Workflow<In, Jsonify<Out>>;
export function workflow<In = null, Out = unknown>(
  id: string,
  run: Body<In, Out>,
): Workflow<In, Jsonify<Out>>;
export function workflow(
  id: string,
  given: (WorkflowOptions & { readonly input?: StandardSchema | undefined }) | AnyBody,
  body?: AnyBody,
): Workflow {
  const [options, run] = typeof given === 'function' ? [{}, given] : [given, body];
  if (typeof run !== 'function') throw new TypeError(`workflow("${id}", …) needs a function.`);
  const { input, name, description, workflows = [] } = options;
  if (input !== undefined && !isStandard(input))
    throw new TypeError(
      `workflow("${id}", { input }, …) needs a Standard Schema as its input, such as z.object({ … }) of zod.`,
    );
  const type = codeType('workflow', id);
  const hash = hashOf(run);
  const schema = input === undefined ? undefined : argumentSchema(input).describe();
  const start = {
    id: 'start',
    type: 'start',
    ...withoutUndefined({ config: schema && { schema } }),
  };
  const definition: JsonObject = {
    skein: 1,
    id,
    ...withoutUndefined({ name, description }),
    nodes: [start, { id: 'run', type, config: { code: hash } }],
    edges: [
      { from: 'start', to: 'run' },
      { from: 'run', out: 'restart', to: 'run', loop: true },
    ],
    metadata: ofTypeScript,
  };
  const nodeTypes = new Map([[type, functionType(type, { id, hash, input, run })]]);
  return { id, definition, nodeTypes, workflows, ...withoutUndefined({ input }) };
}

// oxlint-disable-next-line typescript/no-explicit-any -- the overloads have typed it
type AnyBody = Body<any, unknown>;

function hashOf(run: AnyBody): string {
  return createHash('sha256').update(run.toString()).digest('base64url').slice(0, 12);
}
