// JSON schemas of users
// Checks values against schemas that come with a definition. They are interpreted, never turned into code: a host may forbid code
// from strings, and a schema must not be able to block a run (steps are counted, patterns are matched in time linear in the text).
import { isObject, type Json } from '@skein/kernel';
import { evaluationBudget } from './budget.ts';
import { evaluateSchema } from './evaluate-schema.ts';
import { createEvaluation, Problems, type Misfit } from './evaluation.ts';
import { prepareSchema } from './prepare-schema.ts';
import { rememberedCheck } from './remembered-checks.ts';
import type { SchemaCheck, SchemaCheckOptions } from './schema-check.ts';
import {
  SchemaFault,
  unnamedHome,
  type PreparedSchema,
  type SchemaPath,
} from './prepared-schema.ts';

/** What came of preparing a schema: they are parts of a definition, and stay the same object for as long as it lives. */
const preparations = new WeakMap<object, Preparation>();

type Preparation = PreparedSchema | Error;

/** Whether the value fits, what does not, why the schema cannot be used, or why that cannot be found out. */
export function checkJsonSchema(
  schema: Json,
  value: Json,
  options: SchemaCheckOptions = {},
): SchemaCheck {
  const known = rememberedCheck(schema, value);
  if (known !== undefined) return known;
  const prepared = prepare(schema);
  if (prepared instanceof Error) return { result: 'bad-schema', message: prepared.message };
  try {
    const problems = findProblems(prepared, value, options);
    return problems === null ? { result: 'fits' } : { result: 'misfit', problems: problems.list() };
  } catch (error) {
    return { result: 'too-costly', message: messageOf(error) };
  }
}

/** Why a schema cannot be used, with the place in it; undefined for one that can. */
export function schemaFault(schema: Json): string | undefined {
  const prepared = prepare(schema);
  return prepared instanceof Error ? prepared.message : undefined;
}

/** The same with the place apart, for whoever points there. */
export function placedSchemaFault(
  schema: Json,
): { readonly path: SchemaPath; readonly complaint: string } | undefined {
  const prepared = prepare(schema);
  if (prepared instanceof SchemaFault) return prepared;
  return prepared instanceof Error ? { path: [], complaint: prepared.message } : undefined;
}

/** What of a value does not fit, for forms that show it at its place. A schema that cannot be used has no complaints. */
export function findMisfits(
  schema: Json,
  value: Json,
  options: SchemaCheckOptions = {},
): readonly Misfit[] {
  const prepared = prepare(schema);
  if (prepared instanceof Error) return [];
  try {
    return findProblems(prepared, value, options)?.misfits() ?? [];
  } catch (error) {
    return [{ path: [], complaint: `it cannot be checked: ${messageOf(error)}` }];
  }
}

/** Null when everything fits. Throws when it cannot be found out. */
function findProblems(
  prepared: PreparedSchema,
  value: Json,
  { isAlone = false }: SchemaCheckOptions,
): Problems | null {
  const problems = new Problems();
  const scope = { home: unnamedHome, outer: null };
  const spot = { value, place: null, scope, problems, seen: null, depth: 0 };
  const spend = evaluationBudget(value, isAlone);
  const evaluation = createEvaluation(prepared, spend, evaluateSchema);
  return evaluation.evaluate(prepared.root, spot) ? null : problems;
}

function prepare(schema: Json): Preparation {
  const known = isObject(schema) ? preparations.get(schema) : undefined;
  if (known !== undefined) return known;
  const prepared = tryToPrepare(schema);
  if (isObject(schema)) preparations.set(schema, prepared);
  return prepared;
}

function tryToPrepare(schema: Json): Preparation {
  try {
    return prepareSchema(schema);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
