import type { Reference, Template } from './template.ts';

/** Every reference in a template, in the order written, including those inside defaults. */
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
      return collectReference(template.reference, found);
    case 'text':
      for (const part of template.parts) {
        if (typeof part !== 'string') collectReference(part, found);
      }
      return;
    case 'list':
      for (const item of template.items) collect(item, found);
      return;
    case 'object':
      for (const [, value] of template.entries) collect(value, found);
      return;
  }
}

function collectReference(reference: Reference, found: Reference[]): void {
  found.push(reference);
  // A default may be a reference once, so there is no chain to follow.
  if (typeof reference.default === 'object') found.push(reference.default);
}
