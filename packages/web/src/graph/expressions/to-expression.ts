// A setting as an expression
// So that a field that has been filled can be gone on with as an expression, and nothing has to be written again.
import { parseTemplate, templateToExpression, type Json } from '@skein/kernel';

/** Null for what an expression cannot say: some forms of references. */
export function toExpression(value: Json): string | null {
  const { template, problems } = parseTemplate(value);
  return problems.length > 0 ? null : templateToExpression(template);
}
