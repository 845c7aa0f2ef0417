// Tools that the host registers
// Described by zod or by a JSON schema. Zod is loaded when a tool is first offered or called.
import type { EffectClass, Json, JsonObject } from '@skein/kernel';
import type { ParsedArguments, Tool, ToolCall, ToolSource } from '@skein/ports';
import type { z } from 'zod';
import { loadZod, toJsonSchema, type Zod } from '../lazy-schema.ts';

export interface RegisteredTool {
  /** What the model reads to know when to call it. */
  readonly description?: string;
  /** A zod schema, a function that builds one with the zod given to it, or a JSON schema; default: any object. */
  readonly parameters?: z.ZodType | ((zod: Zod) => z.ZodType) | JsonObject;
  /** What happens when it is called twice; default `guarded`: a call that a crash interrupted is not made again. */
  readonly effect?: EffectClass;
  /** A person must approve every call of it. */
  readonly approve?: boolean;
  /** For a tool that a person answers: what is asked instead of calling `run`. */
  readonly ask?: Tool['ask'];
  /** The arguments as the zod schema gives them, else the JSON that fits the JSON schema. */
  run(args: unknown, call: ToolCall): unknown;
}

/** A tool whose arguments have the type that its zod schema gives them. */
export function registeredTool<Schema extends z.ZodType>(
  definition: Omit<RegisteredTool, 'parameters' | 'run'> & {
    readonly parameters: Schema | ((zod: Zod) => Schema);
    run(args: z.output<Schema>, call: ToolCall): unknown;
  },
): RegisteredTool {
  return definition;
}

/** Registered tools as a source, in the order of registration. */
export function registeredTools(tools: {
  readonly [name: string]: RegisteredTool | RegisteredTool['run'];
}): ToolSource {
  const byName = new Map(Object.entries(tools).map(([name, given]) => [name, toTool(name, given)]));
  const all = [...byName.values()];
  return { list: () => all, find: (name) => byName.get(name) };
}

function toTool(name: string, given: RegisteredTool | RegisteredTool['run']): Tool {
  const registered: RegisteredTool = typeof given === 'function' ? { run: given } : given;
  const { description = '', parameters = anyArguments, effect, approve, ask } = registered;
  const tool = {
    name,
    description,
    ...(effect !== undefined && { effect }),
    ...(approve !== undefined && { approve }),
    ...(ask !== undefined && { ask }),
    run: (args: unknown, call: ToolCall) => registered.run(args, call),
  };
  if (!isZod(parameters)) return { ...tool, parameters };
  let schema: z.ZodType | undefined;
  const schemaOf = () =>
    (schema ??= typeof parameters === 'function' ? parameters(loadZod()) : parameters);
  let described: JsonObject | undefined;
  return {
    ...tool,
    get parameters() {
      return (described ??= toJsonSchema(schemaOf()));
    },
    parse: (args) => parseBy(schemaOf(), args),
  };
}

const anyArguments: JsonObject = { type: 'object' };

function isZod(
  parameters: NonNullable<RegisteredTool['parameters']>,
): parameters is z.ZodType | ((zod: Zod) => z.ZodType) {
  return typeof parameters === 'function' || '_zod' in parameters;
}

function parseBy(schema: z.ZodType, args: Json): ParsedArguments {
  const parsed = schema.safeParse(args);
  if (parsed.success) return { ok: true, args: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `"${path.join('.')}": ${message}`,
  );
  return { ok: false, problems };
}
