// Templates as the text of an expression
import { nameOf } from '../expressions/rename-node.ts';
import {
  isExpression,
  type Reference,
  type Template,
  type TextPart,
} from '../references/template.ts';

/** Null where a reference has a form or a guard that expressions do not have. */
export function writeValue(template: Template): string | null {
  switch (template.kind) {
    case 'constant':
      return JSON.stringify(template.value);
    case 'reference':
      return writeReference(template.reference);
    case 'expression':
      return `(${bodyOf(template.expression.text)})`;
    case 'text': {
      const parts = template.parts.map(writePart);
      return parts.includes(null) ? null : `\`${parts.join('')}\``;
    }
    case 'list': {
      const items = template.items.map(writeValue);
      return items.includes(null) ? null : `[${items.join(', ')}]`;
    }
    case 'object': {
      const entries = template.entries.map(([key, value]) => {
        const written = writeValue(value);
        return written === null ? null : `${JSON.stringify(key)}: ${written}`;
      });
      return entries.includes(null) ? null : `{ ${entries.join(', ')} }`;
    }
  }
}

function bodyOf(text: string): string {
  return text.slice('${='.length, -1).trim();
}

function writePart(part: TextPart): string | null {
  if (typeof part === 'string') return part.replaceAll(/[\\`$]/g, (sign) => `\\${sign}`);
  const body = isExpression(part) ? bodyOf(part.text) : writeReference(part);
  return body === null ? null : `\${${body}}`;
}

function writeReference(reference: Reference): string | null {
  const { default: fallback, typed, form, run } = reference;
  if (run !== undefined || (form !== undefined && form !== 'json')) return null;
  const target = writeTarget(reference);
  const value = form === 'json' ? `json(${target})` : target;
  if (fallback === undefined) return value;
  const other =
    typeof fallback !== 'string'
      ? writeReference(fallback)
      : JSON.stringify(typed === undefined ? fallback : typed.value);
  return other === null ? null : `(${value} ?? ${other})`;
}

function writeTarget({ source, select, path }: Reference): string {
  const way = path.map((key) => `[${JSON.stringify(key)}]`).join('');
  if (source.kind === 'now') {
    if (source.zone !== undefined) return `now.date(${JSON.stringify(source.zone)})`;
    return source.field === 'iso' ? 'now' : `now.${source.field}`;
  }
  if (source.kind !== 'node') return `${source.kind}${way}`;
  // A parameter of that name would be read instead.
  const isRow = source.node === 'item' || source.node === 'index';
  const node = isRow ? `$(${JSON.stringify(source.node)})` : nameOf(source.node);
  if (select === 'status') return `${node}.status`;
  if (select === 'all') return `${node}.outputs`;
  return select === 'newest' ? `${node}.output${way}` : `${node}.outputs[${select}]${way}`;
}
