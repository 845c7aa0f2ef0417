import type { Template } from '../references/template.ts';
import { templateToExpression } from '../templates/template-to-expression.ts';
import { ROW_NAMES } from './step-reader.ts';

const rowNames: ReadonlySet<string> = new Set(ROW_NAMES);

/** A value of a step as a part of its expression; null where a reference has a form or a guard that expressions do not have. */
export function writeValue(template: Template): string | null {
  const written = templateToExpression(template, rowNames);
  return written === null || isOne(template) ? written : `(${written})`;
}

/** Whether it stays together next to an operator. */
function isOne(template: Template): boolean {
  if (template.kind === 'reference') return template.reference.default === undefined;
  return template.kind !== 'expression';
}
