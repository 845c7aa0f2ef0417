// A template as the text of an expression: so that a setting that has been filled can be gone on with as an expression.
import { nameOf } from '../expressions/name-of.ts';
import { isPlainKey, writeStep } from '../expressions/write-step.ts';
import type { Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import {
  isExpression,
  type Expression,
  type Reference,
  type Template,
  type TextPart,
} from '../references/template.ts';

/** Null where a reference has a form or a guard that expressions do not have. `locals` are names that have other meanings there. */
export function templateToExpression(
  template: Template,
  locals: ReadonlySet<string> = new Set(),
): string | null {
  const write = (part: Template) => templateToExpression(part, locals);
  switch (template.kind) {
    case 'constant':
      return writeConstant(template.value);
    case 'reference':
      return writeReference(template.reference, locals);
    case 'expression':
      return bodyOf(template.expression);
    case 'text': {
      const parts = template.parts.map((part) => writePart(part, locals));
      return parts.includes(null) ? null : `\`${parts.join('')}\``;
    }
    case 'list': {
      const items = template.items.map(write);
      return items.includes(null) ? null : `[${items.join(', ')}]`;
    }
    case 'object': {
      const entries = template.entries.map(([key, value]) => {
        const written = write(value);
        return written === null ? null : `${writeKey(key)}: ${written}`;
      });
      return entries.includes(null) ? null : `{ ${entries.join(', ')} }`;
    }
  }
}

function writeConstant(value: Json): string {
  if (isList(value)) return `[${value.map(writeConstant).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, each]) => `${writeKey(key)}: ${writeConstant(each)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function writeKey(key: string): string {
  return isPlainKey(key) ? key : JSON.stringify(key);
}

/** Without `${=` and `}`. */
function bodyOf({ text }: Expression): string {
  return text.slice('${='.length, -1).trim();
}

function writePart(part: TextPart, locals: ReadonlySet<string>): string | null {
  if (typeof part === 'string') return part.replaceAll(/[`\\]|\$(?=\{)/g, '\\$&');
  const body = isExpression(part) ? bodyOf(part) : writeReference(part, locals);
  return body === null ? null : `\${${body}}`;
}

function writeReference(reference: Reference, locals: ReadonlySet<string>): string | null {
  const { default: fallback, typed, form, run } = reference;
  if (run !== undefined || (form !== undefined && form !== 'json')) return null;
  const target = `${writeTarget(reference, locals)}${reference.path.map(writeStep).join('')}`;
  const value = form === 'json' ? `json(${target})` : target;
  if (fallback === undefined) return value;
  const other =
    typeof fallback === 'object'
      ? writeReference(fallback, locals)
      : JSON.stringify(typed === undefined ? fallback : typed.value);
  return other === null ? null : `${value} ?? ${other}`;
}

function writeTarget({ source, select }: Reference, locals: ReadonlySet<string>): string {
  if (source.kind === 'now') {
    if (source.zone !== undefined) return `now.date(${JSON.stringify(source.zone)})`;
    return source.field === 'iso' ? 'now' : `now.${source.field}`;
  }
  if (source.kind === 'local') {
    const { name, remembered } = source;
    return remembered === undefined ? name : `remembered(${name}, ${JSON.stringify(remembered)})`;
  }
  if (source.kind !== 'node') return source.kind;
  const node = nameOf(source.node, locals);
  if (select === 'status') return `${node}.status`;
  if (select === 'all') return `${node}.outputs`;
  return select === 'newest' ? `${node}.output` : `${node}.outputs[${select}]`;
}
