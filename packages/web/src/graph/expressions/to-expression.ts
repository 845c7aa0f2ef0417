// A setting as an expression
// So that a field that has been filled can be gone on with as an expression, and nothing has to be written again.
import {
  expressionName,
  isExpression,
  parseTemplate,
  type Json,
  type Reference,
  type Template,
  type TextPart,
} from '@skein/kernel';
import { insideOf } from './whole-expression.ts';
import { isPlainKey, writeStep } from './write-step.ts';

/** Null for what an expression cannot say: some forms of references. */
export function toExpression(value: Json): string | null {
  const { template, problems } = parseTemplate(value);
  return problems.length > 0 ? null : write(template);
}

function write(template: Template): string | null {
  switch (template.kind) {
    case 'constant':
      return writeConstant(template.value);
    case 'reference':
      return writeReference(template.reference);
    case 'expression':
      return insideOf(template.expression.text).trim();
    case 'text':
      return writeText(template.parts);
    case 'list': {
      const items = template.items.map(write);
      return items.includes(null) ? null : `[${items.join(', ')}]`;
    }
    case 'object': {
      const entries = template.entries.map(([key, each]) => {
        const written = write(each);
        return written === null ? null : `${writeKey(key)}: ${written}`;
      });
      return entries.includes(null) ? null : `{ ${entries.join(', ')} }`;
    }
  }
}

function writeConstant(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeConstant).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, each]) => `${writeKey(key)}: ${writeConstant(each)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function writeKey(key: string): string {
  return isPlainKey(key) ? key : JSON.stringify(key);
}

/** A text with values in it is a template text. */
function writeText(parts: readonly TextPart[]): string | null {
  const written = parts.map((part) => {
    if (typeof part === 'string') return part.replaceAll(/[`\\]|\$(?=\{)/g, '\\$&');
    const inner = isExpression(part) ? insideOf(part.text).trim() : writeReference(part);
    return inner === null ? null : `\${${inner}}`;
  });
  return written.includes(null) ? null : `\`${written.join('')}\``;
}

function writeReference(reference: Reference): string | null {
  const { form, run, default: fallback, typed } = reference;
  if (run !== undefined || (form !== undefined && form !== 'json')) return null;
  const path = reference.path.map(writeStep).join('');
  const value = `${writeTarget(reference)}${path}`;
  const formed = form === 'json' ? `json(${value})` : value;
  if (fallback === undefined) return formed;
  if (typed !== undefined) return `${formed} ?? ${JSON.stringify(typed.value)}`;
  const other = typeof fallback === 'string' ? JSON.stringify(fallback) : writeReference(fallback);
  return other === null ? null : `${formed} ?? ${other}`;
}

function writeTarget({ source, select }: Reference): string {
  if (source.kind === 'now') {
    if (source.zone !== undefined) return `now.date(${JSON.stringify(source.zone)})`;
    return source.field === 'iso' ? 'now' : `now.${source.field}`;
  }
  if (source.kind !== 'node') return source.kind;
  const name = expressionName(source.node);
  if (select === 'newest') return `${name}.output`;
  if (select === 'status') return `${name}.status`;
  return select === 'all' ? `${name}.outputs` : `${name}.outputs[${select}]`;
}
