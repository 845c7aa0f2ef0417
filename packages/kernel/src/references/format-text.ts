import { escapeTemplate } from './escape-template.ts';
import { formatReference } from './format-reference.ts';
import { isExpression, type TextPart } from './template.ts';

/** A text in native syntax: `parseText` cuts it into exactly these pieces. */
export function formatText(parts: readonly TextPart[]): string {
  const texts = parts.map((part, index) => {
    if (typeof part !== 'string') return isExpression(part) ? part.text : formatReference(part);
    return escapeTemplate(part, { beforeReference: typeof parts[index + 1] === 'object' });
  });
  return texts.join('');
}
