// JSON schemas of users
// Checks values against schemas that come with a definition. They are followed as they are, never turned into code: a host
// may forbid code from strings, and a schema must not be able to keep a run waiting (steps are counted, patterns are matched
// in time that grows with the text).
import { isObject, type Json } from '@skein/kernel';
import type { SchemaCheck } from '@skein/ports';
import { evaluateSchema } from './evaluate-schema.ts';
import { createEvaluation, Problems } from './evaluation.ts';
import { prepareSchema } from './prepare-schema.ts';
import { unnamedHome, type PreparedSchema } from './prepared-schema.ts';

/** Schemas are parts of a definition and stay the same object for as long as it lives. */
const preparedSchemas = new WeakMap<object, PreparedSchema>();

/** The schema port: whether the value fits, what does not, or why the schema cannot be used. */
export function checkJsonSchema(schema: Json, value: Json): SchemaCheck {
  let prepared: PreparedSchema;
  try {
    prepared = prepare(schema);
  } catch (error) {
    return { result: 'bad-schema', message: messageOf(error) };
  }
  const problems = new Problems();
  try {
    const scope = { home: unnamedHome, outer: null };
    const spot = { value, place: null, scope, problems, seen: null, depth: 0 };
    const evaluation = createEvaluation(prepared, value, evaluateSchema);
    const isFitting = evaluation.evaluate(prepared.root, spot);
    return isFitting ? { result: 'fits' } : { result: 'misfit', problems: problems.list() };
  } catch (error) {
    // It refers to itself without end, or has more alternatives than anyone can try.
    return { result: 'misfit', problems: [`it cannot be checked: ${messageOf(error)}`] };
  }
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
