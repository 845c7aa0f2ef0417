// Reading expressions: the way from a text to something that a template can hold and a run can evaluate.
import type { Failure } from '../failure.ts';
import type { Json } from '../json.ts';
import { resolveReference } from '../references/resolve-reference.ts';
import type { Evaluated, Expression, Reference, Scope } from '../references/template.ts';
import { excessOf } from '../values/json-weight.ts';
import { compileExpression, type CompiledExpression } from './compile-expression.ts';
import { ExpressionProblem } from './expression-problem.ts';
import { EvaluationError, WORK_MAX, type Machine, type Value } from './machine.ts';
import { parseExpression } from './parse-expression.ts';
import { renameNode } from './rename-node.ts';

/** `end` is where the text continues: after the expression, or after what looks like its end. */
export type ReadExpression =
  | { readonly ok: true; readonly expression: Expression; readonly end: number }
  | {
      readonly ok: false;
      readonly message: string;
      /** The message alone, for who shows the place. */
      readonly reason: string;
      readonly hint: string;
      /** Counted from 1 at the beginning of the expression. */
      readonly column: number;
      readonly end: number;
    };

/** Reads the expression whose `${=` is at `start`; `names` are values that it gets when it is evaluated. */
export function readExpression(
  text: string,
  start: number,
  names: readonly string[] = [],
): ReadExpression {
  return read(text, start, { from: start + OPENING.length, closing: '}', names });
}

/** Reads a text that is an expression as a whole, without `${=` and `}`. */
export function parseWholeExpression(text: string, names: readonly string[] = []): ReadExpression {
  return read(text, 0, { from: 0, closing: '', names });
}

const OPENING = '${=';

function read(
  text: string,
  start: number,
  how: { readonly from: number; readonly closing: '}' | ''; readonly names: readonly string[] },
): ReadExpression {
  const { from, closing, names } = how;
  try {
    const { tree, end } = parseExpression(text, from, closing);
    const after = end + closing.length;
    const written = text.slice(start, after);
    const compiled = compileExpression(text, tree, names);
    const source: Source = { text, start, end: after, tree, names };
    return { ok: true, expression: new CompiledText(written, compiled, source), end: after };
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    const brace = closing === '' ? -1 : text.indexOf(closing, error.at);
    const end = brace === -1 ? text.length : brace + 1;
    return { ok: false, ...describe(error, text.slice(start, end), start), end };
  }
}

const SHOWN_MAX = 80;

function shown(written: string): string {
  return written.length > SHOWN_MAX ? `${written.slice(0, SHOWN_MAX)}…` : written;
}

function describe(
  problem: ExpressionProblem,
  written: string,
  start: number,
): Pick<Extract<ReadExpression, { ok: false }>, 'message' | 'reason' | 'hint' | 'column'> {
  const column = problem.at - start + 1;
  const hint = problem.hint === '' ? 'docs/expressions.md describes the language.' : problem.hint;
  const reason = `${problem.message}.`;
  const message = `${shown(written)} (column ${column}): ${problem.message}.`;
  return { message, reason, hint, column };
}

type Source = Parameters<typeof renameNode>[0];

/** A class, so that all expressions share one `evaluate` (`part` says why). */
class CompiledText implements Expression {
  readonly kind = 'expression';
  readonly text: string;
  readonly references: readonly Reference[];
  readonly compiled: CompiledExpression;
  readonly source: Source;

  constructor(text: string, compiled: CompiledExpression, source: Source) {
    this.text = text;
    this.references = compiled.references;
    this.compiled = compiled;
    this.source = source;
  }

  evaluate(scope: Scope, values?: readonly Json[]): Evaluated {
    return evaluate(this, machineFor(scope, values));
  }

  withNode(from: string, to: string): string {
    return renameNode(this.source, from, to);
  }
}

/** All that is made for one evaluation, so that a step with an expression costs little more than one without. */
function machineFor(scope: Scope, values: readonly Json[] | undefined): Machine {
  const left = scope.work?.workLeft ?? WORK_MAX;
  const given = values ?? scope.locals;
  return {
    scope,
    locals: given === undefined ? [] : [...given],
    workLeft: left < WORK_MAX ? left : WORK_MAX,
    lacks: false,
  };
}

function evaluate({ text, compiled, source }: CompiledText, machine: Machine): Evaluated {
  const allowed = machine.workLeft;
  let value: Value;
  try {
    value = compiled.part.run(machine);
    const excess = excessOf(value);
    if (excess !== null) throw new EvaluationError(`the result is ${excess}`, -1, true);
  } catch (error) {
    charge(machine, allowed);
    if (!(error instanceof EvaluationError)) throw error;
    return { ok: false, ...toFailure(error, text, source.start) };
  }
  charge(machine, allowed);
  if (value !== undefined) return { ok: true, value };
  const { scope } = machine;
  const missing = compiled.references.filter((each) => resolveReference(each, scope) === undefined);
  return { ok: false, missing };
}

/** What it took is taken from what all expressions of the batch may take. */
function charge({ scope: { work }, workLeft }: Machine, allowed: number): void {
  if (work?.workLeft !== undefined) work.workLeft -= allowed - workLeft;
}

function toFailure(
  error: EvaluationError,
  written: string,
  start: number,
): Omit<Extract<Evaluated, { readonly failure: Failure }>, 'ok'> {
  const column = error.at < 0 ? null : error.at - start + 1;
  const where = column === null ? '' : ` (column ${column})`;
  const message = `${shown(written)}${where}: ${error.message}.`;
  const failure: Failure = error.isLimit
    ? { code: 'EXPRESSION_LIMIT', message, retry: 'never' }
    : { code: 'EXPRESSION_FAILED', message, retry: 'never' };
  return { failure, reason: `${error.message}.`, column };
}
