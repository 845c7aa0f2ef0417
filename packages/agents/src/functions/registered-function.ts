import type { EffectClass, Json, JsonObject } from '@skein/kernel';
import type { NodeCall, NodeIo } from '@skein/ports';
import {
  argumentSchema,
  type ArgumentSchema,
  type GivenSchema,
  type OutputOf,
  type StandardSchema,
} from '../argument-schema.ts';
import type { Zod } from '../lazy-schema.ts';
import type { FiredPort } from './port.ts';

/** What a function may return: a value, nothing, or the ports it fires. */
export type FunctionResult = Json | undefined | FiredPort | readonly FiredPort[];

/** A function that definitions can call by its name. */
export interface RegisteredFunction {
  /** One sentence, for docs and forms. */
  readonly description?: string;
  /**
   * The arguments are parsed by it before the call: a Standard Schema (zod, valibot, arktype), a function that builds a zod
   * schema on first use, with the zod given to it, or a JSON schema.
   */
  readonly args?: GivenSchema;
  /** What forms know about the arguments, for a schema whose library cannot tell it. */
  readonly jsonSchema?: JsonObject;
  /** JSON schema of what it gives back. It is not checked: editors offer its fields before anything has run. */
  readonly output?: JsonObject;
  /** The ports it can fire; default: `output` alone. */
  readonly ports?: readonly string[];
  /** What happens if it is executed twice; default: the node type's. */
  readonly effect?: EffectClass;
  /**
   * It takes only milliseconds: a host of many machines then calls it where the run is driven, which costs much less. It may
   * record steps; each is a commit that the run waits for. If it does not end within a second, it is called again on a worker,
   * with the steps that it has recorded.
   */
  readonly isFast?: boolean;
  /** Without `args` it gets the arguments as they are, which is JSON. */
  run(
    args: unknown,
    io: NodeIo,
    call: NodeCall,
  ): FunctionResult | void | Promise<FunctionResult | void>;
}

type TypedFunction<Args, Schema extends StandardSchema> = Omit<
  RegisteredFunction,
  'args' | 'run'
> & {
  readonly args: Args;
  run(args: OutputOf<Schema>, io: NodeIo, call: NodeCall): ReturnType<RegisteredFunction['run']>;
};

/** A registered function whose arguments have the type that its schema gives them. */
export function registeredFunction<Schema extends StandardSchema>(
  definition: TypedFunction<Schema, Schema>,
): RegisteredFunction;
/** @deprecated Give the schema itself: of zod, valibot, arktype, or any other Standard Schema. */
export function registeredFunction<Schema extends StandardSchema>(
  definition: TypedFunction<(zod: Zod) => Schema, Schema>,
): RegisteredFunction;
export function registeredFunction(definition: RegisteredFunction): RegisteredFunction {
  return definition;
}

export interface DescribedFunction {
  readonly name: string;
  readonly description: string;
  readonly ports: readonly string[];
  /** JSON schema of its arguments; empty when it takes any. */
  readonly schema: JsonObject;
  /** JSON schema of what it gives back; null when it is not known. */
  readonly output: JsonObject | null;
}

export function describeFunction(name: string, registered: RegisteredFunction): DescribedFunction {
  const schema = argsSchemaOf(registered)?.describe();
  return {
    name,
    description: registered.description ?? 'A registered function.',
    ports: registered.ports ?? ['output'],
    schema: schema ?? {},
    output: registered.output ?? null,
  };
}

const built = new WeakMap<object, ArgumentSchema>();

export function argsSchemaOf({ args, jsonSchema }: RegisteredFunction): ArgumentSchema | undefined {
  if (args === undefined) return undefined;
  const known = built.get(args);
  if (known !== undefined) return known;
  const schema = argumentSchema(args, jsonSchema);
  built.set(args, schema);
  return schema;
}
