// Tools that the host registers
// Described by a Standard Schema (zod, valibot, arktype) or by a JSON schema. A library is used when a tool is first offered or called.
import type { EffectClass, JsonObject } from '@skein/kernel';
import { withoutUndefined, type Tool, type ToolCall, type ToolSource } from '@skein/ports';
import {
  argumentSchema,
  isStandard,
  type GivenSchema,
  type OutputOf,
  type StandardSchema,
} from '../argument-schema.ts';
import type { Zod } from '../lazy-schema.ts';
import { listedTools } from './listed-tools.ts';

export interface RegisteredTool {
  /** What the model reads to know when to call it. */
  readonly description?: string;
  /**
   * A Standard Schema (zod, valibot, arktype), a function that builds a zod schema with the zod given to it, or a JSON schema;
   * default: any object.
   */
  readonly parameters?: GivenSchema;
  /** What the model reads about the arguments, for a schema whose library cannot tell it (zod 3, plain valibot). */
  readonly jsonSchema?: JsonObject;
  /** JSON schema of its result, for editors: it is not checked. */
  readonly output?: JsonObject;
  /** What happens when it is called twice; default `guarded`: a call that a crash interrupted is not made again. */
  readonly effect?: EffectClass;
  /** A person must approve every call of it, or those for which a function of the arguments says so. */
  readonly approve?: Tool['approve'];
  /** Who may approve them: `ada`, `group:finance`, `role:approver`; default: whom the node names. */
  readonly who?: readonly string[];
  /** For a tool that a person answers: what is asked instead of calling `run`. */
  readonly ask?: Tool['ask'];
  /** The arguments as the schema gives them, else the JSON that fits the JSON schema. */
  run(args: unknown, call: ToolCall): unknown;
}

type TypedTool<Parameters, Schema extends StandardSchema> = Omit<
  RegisteredTool,
  'parameters' | 'run'
> & {
  readonly parameters: Parameters;
  run(args: OutputOf<Schema>, call: ToolCall): unknown;
};

/** A tool whose arguments have the type that its schema gives them. */
export function registeredTool<Schema extends StandardSchema>(
  definition: TypedTool<Schema, Schema>,
): RegisteredTool;
/** @deprecated Use `tool()`, or give the schema itself: of zod, valibot, arktype, or any other Standard Schema. */
export function registeredTool<Schema extends StandardSchema>(
  definition: TypedTool<(zod: Zod) => Schema, Schema>,
): RegisteredTool;
export function registeredTool(definition: RegisteredTool): RegisteredTool {
  return definition;
}

/** Registered tools as a source, in the order of registration. */
export function registeredTools(tools: {
  readonly [name: string]: RegisteredTool | RegisteredTool['run'];
}): ToolSource {
  return listedTools(Object.entries(tools).map(([name, given]) => toTool(name, given)));
}

function toTool(name: string, given: RegisteredTool | RegisteredTool['run']): Tool {
  const registered: RegisteredTool = typeof given === 'function' ? { run: given } : given;
  if (typeof registered.run !== 'function')
    throw new TypeError(
      `The tool "${name}" has no function: give it \`inputSchema\` and \`execute\`, as \`tool()\` takes them.`,
    );
  const {
    description = '',
    parameters = anyArguments,
    effect,
    approve,
    who,
    ask,
    output,
  } = registered;
  const tool = {
    name,
    description,
    ...withoutUndefined({ effect, approve, who, ask, output }),
    run: (args: unknown, call: ToolCall) => registered.run(args, call),
  };
  if (!isStandard(parameters) && typeof parameters !== 'function') return { ...tool, parameters };
  const schema = argumentSchema(parameters, registered.jsonSchema);
  return {
    ...tool,
    get parameters() {
      return schema.describe() ?? anyArguments;
    },
    parse: (args) => schema.parse(args),
  };
}

const anyArguments: JsonObject = { type: 'object' };
