// Graphs
// A typed program that is run once, when the module is loaded, and leaves native JSON behind.
import type { StandardSchema } from '@skein/agents';
import type { JsonObject, Policy } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import type { Ref } from '../refs/ref.ts';
import type { Jsonify } from '../values/jsonify.ts';
import type { Workflow } from '../workflow.ts';
import { GraphBuilder, type GraphParts } from './graph-builder.ts';
import type { GraphVerbs } from './graph-verbs.ts';
import { ofTypeScript } from '../values/origin.ts';
import { graphVerbs } from './make-verbs.ts';
import { schemaJson, type InputOf } from './schema-json.ts';
import type { BranchValue } from './verb-types.ts';

export interface GraphOptions<Schema extends StandardSchema> {
  /** What its runs are started with. */
  readonly input: Schema;
  /** What people see; default: the id. */
  readonly name?: string;
  readonly description?: string;
  /** Limits and what happens on failures, as in the native format. */
  readonly policy?: Policy;
}

/**
 * A workflow as a graph: what `build` writes is drawn, what it returns is the output. Nodes run when what they refer to is there.
 *
 *     export const greet = graph('greet', { input: z.object({ name: z.string() }) }, (g, input) => {
 *       const found = g.step('find', { name: input.name }, ({ name }) => ({ likes: name.length }));
 *       const words = g.llm('write', { prompt: text`Greet ${input.name}, who likes ${found.output.likes}.` });
 *       return { greeting: words.output };
 *     });
 */
export function graph<Schema extends StandardSchema, const Result>(
  id: string,
  options: GraphOptions<Schema>,
  build: (g: GraphVerbs, input: Ref<Jsonify<InputOf<Schema>>>) => Result,
): Workflow<InputOf<Schema>, BranchValue<Result>>;
/** The same without an input. */
export function graph<const Result>(
  id: string,
  build: (g: GraphVerbs) => Result,
): Workflow<null, BranchValue<Result>>;
export function graph(
  id: string,
  given: GraphOptions<StandardSchema> | Build,
  body?: Build,
): Workflow {
  const [options, build] = typeof given === 'function' ? [noOptions, given] : [given, body];
  if (typeof build !== 'function') throw new TypeError(`graph("${id}", …) needs a function.`);
  const { input, name, description, policy } = options;
  const parts: GraphParts = { nodeTypes: new Map(), functions: new Map(), workflows: [] };
  const builder = new GraphBuilder({ id, parts, schema: input && schemaJson(input) });
  const verbs = graphVerbs(builder);
  const result = verbs.write(builder, () => build(verbs.g, builder.input()));
  if (result instanceof Promise)
    throw new TypeError(
      `The function of the graph "${id}" is async. It only writes the graph: what takes time is done in its steps.`,
    );
  const definition = {
    skein: 1,
    id,
    ...withoutUndefined({ name, description }),
    // It is JSON; its interface merely lacks an index signature that says so.
    ...withoutUndefined({ policy: policy as JsonObject | undefined }),
    metadata: ofTypeScript,
    ...builder.finish(result),
  };
  return { id, definition, ...parts, ...withoutUndefined({ input }) };
}

type Build = (g: GraphVerbs, input: Ref<never>) => unknown;

const noOptions: Partial<GraphOptions<StandardSchema>> = {};
