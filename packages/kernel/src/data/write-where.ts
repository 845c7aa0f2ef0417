// The condition of a filter as the text of an expression. Operators of expressions fail where types differ; those of conditions are
// false then, so the types are asked first.
import type { Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { writeField } from './field-path.ts';
import type { Where } from './where.ts';
import { writeValue } from './write-value.ts';

export function writeWhere(where: Where): string | null {
  switch (where.kind) {
    case 'all':
      return writeParts(where.of, ' && ', 'true');
    case 'any':
      return writeParts(where.of, ' || ', 'false');
    case 'not': {
      const of = writeWhere(where.of);
      return of === null ? null : `!(${of})`;
    }
    case 'test':
      return writeValue(where.template);
    case 'compare':
      return writeCompare(where);
  }
}

function writeParts(parts: readonly Where[], sign: string, ofNone: string): string | null {
  const written = parts.map(writeWhere);
  if (written.includes(null)) return null;
  return written.length === 0 ? ofNone : `(${written.join(sign)})`;
}

type Compare = Extract<Where, { readonly kind: 'compare' }>;

function writeCompare({ field, op, value }: Compare): string | null {
  const left = writeField('item', field);
  const right = value === null ? 'null' : writeValue(value);
  if (right === null) return null;
  const constant = value?.kind === 'constant' ? value.value : undefined;
  switch (op) {
    case 'truthy':
      return `boolean(${left})`;
    case 'falsy':
      return `!${left}`;
    case 'exists':
      return `exists(${left})`;
    case 'empty':
      return `empty(${left})`;
    case 'eq':
      return `${left} == ${right}`;
    case 'ne':
      return `${left} != ${right}`;
    case 'gt':
      return writeOrder(left, '>', right, constant);
    case 'gte':
      return writeOrder(left, '>=', right, constant);
    case 'lt':
      return writeOrder(left, '<', right, constant);
    case 'lte':
      return writeOrder(left, '<=', right, constant);
    case 'contains':
      return writeIn({ part: right, whole: left }, constant, undefined);
    case 'in':
      return writeIn({ part: left, whole: right }, undefined, constant);
    case 'startsWith':
    case 'endsWith':
      return `(${isText(left)} && ${isText(right)} && ${left}.${op}(${right}))`;
  }
}

function isText(value: string): string {
  return `type(${value} ?? null) == "text"`;
}

function writeOrder(left: string, sign: string, right: string, constant: Json | undefined): string {
  if (typeof constant === 'number')
    return `(type(${left} ?? null) == "number" && ${left} ${sign} ${right})`;
  if (typeof constant === 'string') return `(${isText(left)} && ${left} ${sign} ${right})`;
  if (constant !== undefined) return 'false';
  const types = `type(${left} ?? null) == type(${right} ?? null) && type(${left} ?? null) in ["number", "text"]`;
  return `(${types} && ${left} ${sign} ${right})`;
}

function writeIn(
  { part, whole }: { readonly part: string; readonly whole: string },
  constantPart: Json | undefined,
  constantWhole: Json | undefined,
): string {
  const sought = `(${part} ?? null)`;
  if (constantWhole !== undefined && isList(constantWhole)) return `${sought} in ${whole}`;
  const isIn = `${sought} in ${whole}`;
  const isPartText = typeof constantPart === 'string' ? 'true' : isText(part);
  const inOther = `type(${whole} ?? null) in ["text", "object"] && ${isPartText}`;
  return `((type(${whole} ?? null) == "list" || ${inOther}) && ${isIn})`;
}
