import { escapeTemplate } from './escape-template.ts';
import { formatReference } from './format-reference.ts';
import type { Reference } from './template.ts';

/** A text in native syntax: `parseText` cuts it into exactly these pieces. */
export function formatText(parts: readonly (string | Reference)[]): string {
  const texts = parts.map((part, index) => {
    if (typeof part !== 'string') return formatReference(part);
    return escapeTemplate(part, { beforeReference: typeof parts[index + 1] === 'object' });
  });
  return texts.join('');
}
