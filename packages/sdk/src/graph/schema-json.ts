import { argumentSchema, schemaComplaint, type StandardSchema } from '@skein/agents';
import type { JsonObject } from '@skein/kernel';

/** What a schema takes. */
export type InputOf<Schema extends StandardSchema> = NonNullable<
  Schema['~standard']['types']
>['input'];

/** The JSON schema of a schema; undefined where its library cannot tell it. */
export function schemaJson(schema: StandardSchema): JsonObject | undefined {
  const described = argumentSchema(schema).describe();
  if (described === undefined) return undefined;
  const { $schema: _, ...rest } = described;
  return rest;
}

/** The same for models and forms, which need to be told. */
export function neededSchemaJson(schema: StandardSchema, id: string): JsonObject {
  const described = schemaJson(schema);
  if (described !== undefined) return described;
  const complaint = schemaComplaint(schema, { isForModels: true });
  throw new TypeError(`The schema of "${id}" ${complaint ?? 'has no JSON schema'}.`);
}
