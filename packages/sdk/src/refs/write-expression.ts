// Expressions: what a reference alone cannot say (docs/expressions.md).
import type { Locate } from './locate.ts';
import { plainValue } from './plain-value.ts';
import { isRef, refData, type PathPart, type RefData, type ValueRef } from './ref-data.ts';

/** The reference as an operand. */
export function expressionOf(about: RefData, locate: Locate): string {
  switch (about.kind) {
    case 'value':
      return valueExpression(locate(about, { mayLack: false }));
    case 'member':
      return `${expressionOf(about.of, locate)}${pathExpression(about.path)}`;
    case 'call':
      return `${about.name}(${expressionOf(about.of, locate)})`;
    case 'text':
      return textExpression(about.parts, locate);
    case 'else': {
      const lenient: Locate = (value) => locate(value, { mayLack: true });
      return `(${expressionOf(about.of, lenient)} ?? ${templateExpression(about.other, locate)})`;
    }
  }
}

function valueExpression({ source, path }: ValueRef): string {
  const base = typeof source === 'string' ? source : `$(${JSON.stringify(source.node)}).output`;
  return `${base}${pathExpression(path)}`;
}

function pathExpression(path: readonly PathPart[]): string {
  return path
    .map((part) => {
      const isWord = typeof part === 'string' && /^[A-Za-z_]\w*$/.test(part);
      return isWord ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('');
}

function textExpression(parts: readonly (string | RefData)[], locate: Locate): string {
  const written = parts.map((part) =>
    typeof part === 'string' ? JSON.stringify(part) : `text(${expressionOf(part, locate)})`,
  );
  return `(${written.join(' + ')})`;
}

function templateExpression(given: unknown, locate: Locate): string {
  if (isRef(given)) return expressionOf(refData(given), locate);
  if (typeof given === 'string') return JSON.stringify(given);
  if (Array.isArray(given))
    return `[${given.map((item) => templateExpression(item, locate)).join(', ')}]`;
  if (typeof given !== 'object' || given === null) return JSON.stringify(plainValue(given));
  if ('toJSON' in given && typeof given.toJSON === 'function')
    return templateExpression(given.toJSON(), locate);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const written = entries.map(
    ([key, value]) => `${JSON.stringify(key)}: ${templateExpression(value, locate)}`,
  );
  return `{ ${written.join(', ')} }`;
}
