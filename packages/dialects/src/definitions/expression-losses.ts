import {
  isExpression,
  isObject,
  parseText,
  pointer,
  type Diagnostic,
  type Json,
  type Workflow,
} from '@skein/kernel';
import { quotedShort } from '../shape/describe.ts';

/** The other formats have placeholders of their own and cannot compute: each text with an expression in it is a loss. */
export function expressionLosses(
  { nodes, edges }: Workflow,
  known: readonly Diagnostic[],
): readonly Diagnostic[] {
  const losses: Diagnostic[] = [];
  const places = new Set(known.map((loss) => loss.pointer));
  const look = (value: Json | undefined, path: readonly (string | number)[]): void => {
    if (typeof value === 'string') {
      const place = pointer(...path);
      if (places.has(place) || !value.includes('${=')) return;
      const expression = parseText(value).parts.find(isExpression);
      if (expression === undefined) return;
      losses.push({
        code: 'EXPORT_LOSS',
        severity: 'warning',
        pointer: place,
        message: `The format has no expressions, so ${quotedShort(expression.text)} stays as text and is not computed.`,
        hint: 'Compute it before, in a function or a step of its own.',
      });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) look(item, [...path, index]);
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) look(item, [...path, key]);
    }
  };
  for (const [index, { config, mutex }] of nodes.entries()) {
    look(config, ['nodes', index, 'config']);
    look(mutex ?? undefined, ['nodes', index, 'mutex']);
  }
  for (const [index, { when }] of (edges ?? []).entries()) look(when, ['edges', index, 'when']);
  return losses;
}
