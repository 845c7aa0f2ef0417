import { isExpression, type Reference, type Template, type TextPart } from './template.ts';

/** Every reference in a template, in the order written, including those inside defaults and expressions. */
export function referencesOf(template: Template): Reference[] {
  const found: Reference[] = [];
  collect(template, found);
  return found;
}

function collect(template: Template, found: Reference[]): void {
  switch (template.kind) {
    case 'constant':
      return;
    case 'reference':
      return collectPart(template.reference, found);
    case 'expression':
      return collectPart(template.expression, found);
    case 'text':
      for (const part of template.parts) collectPart(part, found);
      return;
    case 'list':
      for (const item of template.items) collect(item, found);
      return;
    case 'object':
      for (const [, value] of template.entries) collect(value, found);
      return;
  }
}

function collectPart(part: TextPart, found: Reference[]): void {
  if (typeof part === 'string') return;
  if (isExpression(part)) {
    for (const reference of part.references) found.push(reference);
    return;
  }
  found.push(part);
  // A default may be a reference once, so there is no chain to follow.
  if (typeof part.default === 'object') found.push(part.default);
}
