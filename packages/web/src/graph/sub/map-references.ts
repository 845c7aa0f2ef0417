// References of native texts, seen and changed one by one, as the kernel reads them.
import {
  escapeTemplate,
  formatReference,
  isExpression,
  parseText,
  type Json,
  type Reference,
} from '@skein/kernel';
import { mapTexts } from '../edit/rename-node.ts';

/** Those that only some places have. */
const locals = ['item', 'index'];

/** Every reference of every text in a value, those of expressions included. */
export function referencesOf(value: Json): readonly SeenReference[] {
  const found: SeenReference[] = [];
  mapTexts(value, (text) => {
    for (const part of parseText(text, locals).parts) {
      if (typeof part === 'string') continue;
      if (isExpression(part))
        for (const reference of part.references) found.push({ reference, isInExpression: true });
      else
        for (const reference of withDefaults(part))
          found.push({ reference, isInExpression: false });
    }
    return text;
  });
  return found;
}

export interface SeenReference {
  readonly reference: Reference;
  /** It cannot be replaced by another. */
  readonly isInExpression: boolean;
}

function withDefaults(reference: Reference): readonly Reference[] {
  const { default: fallback } = reference;
  return typeof fallback === 'object' ? [reference, ...withDefaults(fallback)] : [reference];
}

/** The output of a node, as a text refers to it. */
export function outputOf(node: string): string {
  return formatReference({ source: { kind: 'node', node }, select: 'newest', path: [], text: '' });
}

/** Replaces references outside of expressions. */
export function mapReferences(value: Json, change: (reference: Reference) => Reference): Json {
  const changed = (reference: Reference): Reference => {
    const own = change(reference);
    const { default: fallback } = own;
    return typeof fallback === 'object' ? { ...own, default: changed(fallback) } : own;
  };
  return mapTexts(value, (text) => {
    if (!text.includes('${')) return text;
    const { parts, problems } = parseText(text, locals);
    if (problems.length > 0) return text;
    const written = parts.map((part, index) => {
      if (typeof part === 'string')
        return escapeTemplate(part, { beforeReference: typeof parts[index + 1] === 'object' });
      return isExpression(part) ? part.text : formatReference(changed(part));
    });
    return written.join('');
  });
}
