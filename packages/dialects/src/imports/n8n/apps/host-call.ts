// Apps that are tools of the host: databases and mail servers, which no request reaches
// What a node of n8n does there is one call of a tool that the operator sets up under the name of the credential (docs/tools.md).
import { escapeTemplate, type Json } from '@skein/kernel';
import { templateToCode } from '../code/write-code.ts';
import type { NodeContext } from '../context/node-context.ts';
import { isTemplate, piecesOf } from '../expressions/convert-text.ts';
import { sure } from './app-request.ts';

/** A part of a statement: fixed, or a value of n8n that becomes a part of its text. */
export type SqlPart = string | SqlValue;

export interface SqlValue {
  readonly value: Json;
  /** A name in double quotes, a part of a text in single ones, or as it is. */
  readonly as: 'name' | 'literal' | 'sql';
}

export interface HostCall {
  readonly kind: 'postgres' | 'mail';
  /** Its arguments as values of n8n, apart from the statement. */
  readonly args: { readonly [name: string]: Json };
  readonly query?: readonly SqlPart[];
  /** Arguments in native form: only a node can say them, not a tool. */
  readonly native?: { readonly [name: string]: Json };
  /** The items, as an expression over `previous`, the answers. */
  readonly result: string;
  /** What somebody should know besides. */
  readonly note?: string;
}

/** What stands around a value, and what it must not contain. */
const quoteOf = { name: '"', literal: "'", sql: null } as const;

/** The statement as a native template. */
export function queryTemplate(context: NodeContext, parts: readonly SqlPart[]): string {
  return parts
    .map((part, index) => {
      if (typeof part === 'string')
        return escapeTemplate(part, { beforeReference: index < parts.length - 1 });
      const quote = quoteOf[part.as];
      const text = `text(${sure(context, part.value)})`;
      return `\${= ${quote === null ? text : `${text}.replaceAll(${JSON.stringify(quote)}, ${JSON.stringify(quote + quote)})`} }`;
    })
    .join('');
}

/** The same as JavaScript. */
export function queryCode(parts: readonly SqlPart[]): string {
  const written = parts.map((part) => {
    if (typeof part === 'string') return JSON.stringify(part);
    const quote = quoteOf[part.as];
    const text = `String(${templateToCode(part.value)} ?? "")`;
    return quote === null
      ? text
      : `${text}.replaceAll(${JSON.stringify(quote)}, ${JSON.stringify(quote + quote)})`;
  });
  return written.join(' + ');
}

/** A name as a part of a statement: quoted, whatever is in it. */
export function sqlName(value: Json): readonly SqlPart[] {
  if (typeof value === 'string' && !isTemplate(value)) return [`"${value.replaceAll('"', '""')}"`];
  return ['"', { value, as: 'name' }, '"'];
}

/** Parts with something between them. */
export function joined(
  lists: readonly (readonly SqlPart[])[],
  between: string,
): readonly SqlPart[] {
  return lists.flatMap((list, index) => (index === 0 ? list : [between, ...list]));
}

/** A statement that somebody wrote: its expressions are parts of its text, as n8n puts them there. */
export function writtenQuery(query: string): readonly SqlPart[] {
  if (!isTemplate(query)) return [query];
  let isQuoted = false;
  return piecesOf(query).map(({ kind, text }): SqlPart => {
    if (kind === 'text') {
      if (text.replaceAll(/[^']/g, '').length % 2 === 1) isQuoted = !isQuoted;
      return text;
    }
    // Whoever has doubled the quotes must not find them doubled twice.
    const isEscaped = /''|replace(?:All)?\(\s*\/?["'`]?'/.test(text);
    return { value: `={{${text}}}`, as: isQuoted && !isEscaped ? 'literal' : 'sql' };
  });
}

/** Whether a text may be more than one statement. */
export function isSeveral(query: string): boolean {
  const plain = query
    .replaceAll(/\{\{[\s\S]*?\}\}/g, ' ')
    .replaceAll(/'[^']*'/g, ' ')
    .replaceAll(/--[^\n]*/g, ' ');
  return /;\s*\S/.test(plain) || plain.includes('$$');
}
