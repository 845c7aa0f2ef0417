// Schemas of users, in code
// What a host gives to describe arguments: a Standard Schema (zod 3.24 and 4, valibot, arktype and others), a function that builds a
// zod schema with our zod, or a JSON schema. Models and forms need a JSON schema: zod 4 writes it, other libraries do where they
// offer Standard JSON Schema; else the host gives it beside the schema.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { checkJsonSchema, isSchemaKeyword, schemaFault } from '@skein/dialects';
import type { ParsedArguments } from '@skein/ports';
import type { z } from 'zod';
import { isPlain } from './is-plain.ts';
import { loadZod, toJsonSchema, type Zod } from './lazy-schema.ts';

/** The interface of standardschema.dev, version 1, as far as it is used here. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Of Standard JSON Schema, where a library offers it. */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: string }) => object;
    };
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of what a schema gives back. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<
  Schema['~standard']['types']
>['output'];

/** A Standard Schema, a function that builds one on first use, with the zod given to it, or a JSON schema. */
export type GivenSchema = StandardSchema | ((zod: Zod) => StandardSchema) | JsonObject;

/** What to do with arguments; everything is done on first use, because loading a library takes longer than a short run. */
export interface ArgumentSchema {
  parse(args: Json): ParsedArguments;
  /** Undefined where nobody can tell. */
  describe(): JsonObject | undefined;
  /** The JSON schema that `parse` checks against, if it does. */
  readonly json?: JsonObject;
}

export function argumentSchema(given: GivenSchema, described?: JsonObject): ArgumentSchema {
  if (!isStandard(given) && typeof given !== 'function')
    return { parse: (args) => parseJson(given, args), describe: () => given, json: given };
  let built: StandardSchema | undefined;
  const schema = () => (built ??= isStandard(given) ? given : given(loadZod()));
  let json: { readonly schema: JsonObject | undefined } | undefined;
  return {
    parse: (args) => parseBy(schema(), args),
    describe: () => (json ??= { schema: described ?? describeSchema(schema()) }).schema,
  };
}

export function isStandard(given: unknown): given is StandardSchema {
  const isHolder = (typeof given === 'object' && given !== null) || typeof given === 'function';
  if (!isHolder || !('~standard' in given)) return false;
  const standard: unknown = given['~standard'];
  return isRecord(standard) && typeof standard['validate'] === 'function';
}

/** A schema of others that cannot be used lets all arguments through: `isForeign`. */
export function parseJson(
  schema: JsonObject,
  args: Json,
  { isForeign = false } = {},
): ParsedArguments {
  const checked = checkJsonSchema(schema, args);
  if (checked.result === 'fits') return { ok: true, args };
  if (checked.result === 'misfit') return { ok: false, problems: checked.problems };
  if (checked.result === 'bad-schema' && isForeign) return { ok: true, args };
  return { ok: false, problems: [`they cannot be checked, because ${checked.message}`] };
}

function parseBy(schema: StandardSchema, args: Json): ParsedArguments {
  const result = schema['~standard'].validate(args);
  if (result instanceof Promise) {
    // Nobody waits for it, and a rejection that nobody hears ends the process.
    result.catch(() => {});
    return { ok: false, problems: ['the schema checks asynchronously, which is not supported'] };
  }
  if (result.issues === undefined) return { ok: true, args: result.value };
  return { ok: false, problems: result.issues.map(sayIssue) };
}

function sayIssue({ message, path = [] }: StandardIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? message : `"${keys.join('.')}": ${message}`;
}

function describeSchema(schema: StandardSchema): JsonObject | undefined {
  if (isZod4(schema)) return toJsonSchema(schema);
  const { jsonSchema } = schema['~standard'];
  if (jsonSchema === undefined) return undefined;
  try {
    // A JSON schema is JSON, whatever its library calls it.
    return jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject;
  } catch {
    // Some of what it checks has no words in JSON schema.
    return undefined;
  }
}

function isZod4(schema: StandardSchema): schema is StandardSchema & z.ZodType {
  return '_zod' in schema;
}

/** Why a host cannot use this to check arguments, and what to do; null if it can. */
export function schemaComplaint(
  given: unknown,
  { described, isForModels }: { readonly described?: unknown; readonly isForModels: boolean },
): string | null {
  if (described !== undefined) {
    const complaint = jsonComplaint(described);
    if (complaint !== null) return `"jsonSchema" ${complaint}`;
  }
  if (isStandard(given)) {
    // Zod 4 can always tell; asking it would load it.
    const isDescribed = !isForModels || described !== undefined || isZod4(given);
    return isDescribed || describeSchema(given) !== undefined ? null : undescribed(given);
  }
  // What it builds is known when it is first used.
  if (typeof given === 'function') return null;
  if (isRecord(given) && '_def' in given)
    return 'is a schema of zod before 3.24, which cannot be used: update zod, and set "jsonSchema" beside it';
  return jsonComplaint(given);
}

function undescribed({ '~standard': { vendor } }: StandardSchema): string {
  const library =
    vendor === 'valibot'
      ? 'wrap it in toStandardJsonSchema of @valibot/to-json-schema'
      : 'use a version of the library that offers Standard JSON Schema';
  return `is a schema of ${vendor} that models cannot be told: set "jsonSchema" (the JSON schema of its input) beside it, or ${library}`;
}

function jsonComplaint(given: unknown): string | null {
  if (!isRecord(given) || !isPlain(given))
    return 'is not a schema: give a Standard Schema (zod, valibot, arktype) or a JSON schema, which is an object';
  const names = Object.keys(given);
  if (names.some((name) => isStandard(given[name])))
    return 'is an object of schemas, not a schema: wrap it, as in z.object({ … })';
  if (names.length > 0 && !names.some(isSchemaKeyword))
    return `is not a schema: ${names[0] === undefined ? 'nothing' : JSON.stringify(names[0])} is no keyword of JSON schema; did you mean { "type": "object", "properties": … }?`;
  // It is plain data; what is not JSON in it is no keyword's argument, and complained about.
  const fault = isObject(given) ? schemaFault(given as JsonObject) : undefined;
  return fault === undefined ? null : `is a JSON schema that cannot be used: ${fault}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
