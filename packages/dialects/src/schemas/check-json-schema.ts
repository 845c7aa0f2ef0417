// JSON schemas of users
// Checks values against schemas that come with a definition. They are interpreted, never turned into code: a host may forbid code
// from strings, and a schema must not be able to block a run (steps are counted, patterns are matched in time linear in the text).
import { isObject, type Json } from '@skein/kernel';
import { evaluationBudget } from './budget.ts';
import { evaluateSchema } from './evaluate-schema.ts';
import { createEvaluation, Problems, type Misfit } from './evaluation.ts';
import { prepareSchema } from './prepare-schema.ts';
import {
  SchemaFault,
  unnamedHome,
  type PreparedSchema,
  type SchemaPath,
} from './prepared-schema.ts';

/** What came of preparing a schema: they are parts of a definition, and stay the same object for as long as it lives. */
const preparations = new WeakMap<object, Preparation>();

type Preparation = PreparedSchema | Error;

/** What another thread has found out, by value and schema: both stay the same objects until they are checked here. */
const verdicts = new WeakMap<object, WeakMap<object, Verdict>>();

interface Verdict {
  readonly formats: boolean;
  readonly check: SchemaCheck;
}

/** Takes over what another thread has found out about this very value. */
export function rememberCheck(
  schema: Json,
  value: Json,
  { formats = false, check }: SchemaCheckOptions & { readonly check: SchemaCheck },
): void {
  if (typeof value !== 'object' || value === null || !isObject(schema)) return;
  const known = verdicts.get(value) ?? new WeakMap<object, Verdict>();
  verdicts.set(value, known.set(schema, { formats, check }));
}

function remembered(
  schema: Json,
  value: Json,
  { formats = false }: SchemaCheckOptions,
): SchemaCheck | undefined {
  if (typeof value !== 'object' || value === null || !isObject(schema)) return undefined;
  const verdict = verdicts.get(value)?.get(schema);
  return verdict?.formats === formats ? verdict.check : undefined;
}

export type SchemaCheck =
  | { readonly result: 'fits' }
  | { readonly result: 'misfit'; readonly problems: readonly string[] }
  /** The schema itself cannot be used. */
  | { readonly result: 'bad-schema'; readonly message: string }
  /** It was not found out: the schema refers to itself without end, or has more alternatives than anyone can try. */
  | { readonly result: 'too-costly'; readonly message: string };

export interface SchemaCheckOptions {
  /** Whether a text must have the `format` that the schema names, for those of formats.ts; default: it is a hint. */
  readonly formats?: boolean;
}

/** Whether the value fits, what does not, why the schema cannot be used, or why that cannot be found out. */
export function checkJsonSchema(
  schema: Json,
  value: Json,
  options: SchemaCheckOptions = {},
): SchemaCheck {
  const known = remembered(schema, value, options);
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
  { formats: checksFormats = false }: SchemaCheckOptions,
): Problems | null {
  const problems = new Problems();
  const scope = { home: unnamedHome, outer: null };
  const spot = { value, place: null, scope, problems, seen: null, depth: 0 };
  const spend = evaluationBudget(value);
  const evaluation = createEvaluation(prepared, { spend, checksFormats }, evaluateSchema);
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
