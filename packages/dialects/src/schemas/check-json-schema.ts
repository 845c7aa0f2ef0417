// JSON schemas of users
// Checks values against schemas that come with a definition. They are interpreted, never turned into code: a host may forbid code
// from strings, and a schema must not be able to block a run (steps are counted, patterns are matched in time linear in the text).
import { isObject, type Json } from '@skein/kernel';
import { evaluateSchema } from './evaluate-schema.ts';
import { createEvaluation, Problems, type Misfit } from './evaluation.ts';
import { prepareSchema } from './prepare-schema.ts';
import { unnamedHome, type PreparedSchema } from './prepared-schema.ts';

/** Schemas are parts of a definition and stay the same object for as long as it lives. */
const preparedSchemas = new WeakMap<object, PreparedSchema>();

export type SchemaCheck =
  | { readonly result: 'fits' }
  | { readonly result: 'misfit'; readonly problems: readonly string[] }
  /** The schema itself cannot be used. */
  | { readonly result: 'bad-schema'; readonly message: string };

/** Whether the value fits, what does not, or why the schema cannot be used. */
export function checkJsonSchema(schema: Json, value: Json): SchemaCheck {
  let prepared: PreparedSchema;
  try {
    prepared = prepare(schema);
  } catch (error) {
    return { result: 'bad-schema', message: messageOf(error) };
  }
  try {
    const problems = findProblems(prepared, value);
    return problems === null ? { result: 'fits' } : { result: 'misfit', problems: problems.list() };
  } catch (error) {
    return { result: 'misfit', problems: [uncheckable(error)] };
  }
}

/** What of a value does not fit, for forms that show it at its place. A schema that cannot be used has no complaints. */
export function findMisfits(schema: Json, value: Json): readonly Misfit[] {
  let prepared: PreparedSchema;
  try {
    prepared = prepare(schema);
  } catch {
    return [];
  }
  try {
    return findProblems(prepared, value)?.shown ?? [];
  } catch (error) {
    return [{ path: [], complaint: uncheckable(error) }];
  }
}

/** Null when everything fits. Throws when it cannot be found out. */
function findProblems(prepared: PreparedSchema, value: Json): Problems | null {
  const problems = new Problems();
  const scope = { home: unnamedHome, outer: null };
  const spot = { value, place: null, scope, problems, seen: null, depth: 0 };
  const evaluation = createEvaluation(prepared, value, evaluateSchema);
  return evaluation.evaluate(prepared.root, spot) ? null : problems;
}

/** It refers to itself without end, or has more alternatives than anyone can try. */
function uncheckable(error: unknown): string {
  return `it cannot be checked: ${messageOf(error)}`;
}

function prepare(schema: Json): PreparedSchema {
  const known = isObject(schema) ? preparedSchemas.get(schema) : undefined;
  if (known !== undefined) return known;
  const prepared = prepareSchema(schema);
  if (isObject(schema)) preparedSchemas.set(schema, prepared);
  return prepared;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
