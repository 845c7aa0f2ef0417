// Values of settings that may depend on the row: templates with `item` and `index`.
import { setOwn, type Json } from '../json.ts';
import { resolveReference, resolveTemplate } from '../references/resolve-template.ts';
import {
  isExpression,
  type Expression,
  type Reference,
  type Template,
  type TextPart,
} from '../references/template.ts';
import { SIZE_MAX } from '../values/json-weight.ts';
import { EvaluationError, spend, spendText, type Value } from '../expressions/machine.ts';
import { toText } from '../expressions/values.ts';
import { StepFailure, StepUnresolved, type RowMachine } from './row-machine.ts';

/** What a template reads for one row. */
type Row = readonly [item: Json, index: number];

/** No row: for settings that are the same for all of them. */
const NO_ROW: Row = [null, 0];

/** Undefined when something is missing that this row does not have. What the run lacks is unresolved, for the whole node. */
export function valueFor(machine: RowMachine, template: Template, row: Row = NO_ROW): Value {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'reference': {
      const value = resolveReference(template.reference, machine.scope);
      if (value !== undefined || isLocal(template.reference)) return value;
      throw new StepUnresolved([template.reference]);
    }
    case 'expression':
      return evaluate(machine, template.expression, row);
    case 'text':
      return textFor(machine, template.parts, row);
    case 'list':
      spend(machine.work, template.items.length);
      return template.items.map((item) => valueFor(machine, item, row) ?? null);
    case 'object': {
      spend(machine.work, template.entries.length);
      const object: { [key: string]: Json } = {};
      for (const [key, part] of template.entries) {
        const value = valueFor(machine, part, row);
        if (value !== undefined) setOwn(object, key, value);
      }
      return object;
    }
  }
}

function evaluate({ scope, work }: RowMachine, expression: Expression, row: Row): Value {
  spend(work, 0.5);
  const evaluated = expression.evaluate(scope, row);
  if (evaluated.ok) return evaluated.value;
  if ('failure' in evaluated) {
    // It is the budget of all steps that is used up, not that of one expression.
    if (work.workLeft <= 0) spend(work, 1);
    throw new StepFailure(evaluated.failure, row === NO_ROW ? null : row[1]);
  }
  const { missing } = evaluated;
  if (missing.length > 0) throw new StepUnresolved([{ expression, missing }]);
  return undefined;
}

function textFor(machine: RowMachine, parts: readonly TextPart[], row: Row): Value {
  let text = '';
  for (const part of parts) {
    const piece = pieceFor(machine, part, row);
    if (piece === undefined) return undefined;
    text += piece;
    spendText(machine.work, piece.length);
    if (text.length > SIZE_MAX) throw new EvaluationError('a text is too long', -1, true);
  }
  return text;
}

function pieceFor(machine: RowMachine, part: TextPart, row: Row): string | undefined {
  if (typeof part === 'string') return part;
  if (isExpression(part)) {
    const value = evaluate(machine, part, row);
    return value === undefined ? undefined : toText(machine.work, value);
  }
  const resolved = resolveTemplate({ kind: 'text', parts: [part] }, machine.scope);
  // A text resolves to a text.
  if (resolved.ok) return resolved.value as string;
  if (isLocal(part)) return undefined;
  throw new StepUnresolved(resolved.missing);
}

function isLocal({ source }: Reference): boolean {
  return source.kind === 'local';
}
