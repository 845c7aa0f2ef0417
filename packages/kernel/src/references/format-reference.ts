import { readTyped } from './read-typed.ts';
import type { Reference } from './template.ts';

const plainWord = /^[\p{L}\p{M}\p{N}_-]+$/u;
const reserved: ReadonlySet<string> = new Set(['trigger', 'inputs', 'previous', 'context', 'now']);

/** A reference in native syntax: `parseReference` reads it as exactly this reference. */
export function formatReference(reference: Reference): string {
  return `\${${formatBody(reference)}}`;
}

function formatBody({ run, path, form, default: fallback, typed, ...target }: Reference): string {
  const guard = run === undefined ? '' : `run(${JSON.stringify(run)}).`;
  const way = path.map(formatSegment).join('');
  const asked = form === undefined ? '' : `:${form}`;
  return `${guard}${formatTarget(target)}${way}${asked}${formatDefault(fallback, typed)}`;
}

function formatTarget({ source, select }: Pick<Reference, 'source' | 'select'>): string {
  if (source.kind === 'now') {
    if (source.zone !== undefined) return `now.date(${JSON.stringify(source.zone)})`;
    return source.field === 'iso' ? 'now' : `now.${source.field}`;
  }
  if (source.kind === 'local') {
    const { name, remembered } = source;
    if (remembered === undefined) return name;
    const at = plainWord.test(remembered) ? remembered : `[${JSON.stringify(remembered)}]`;
    return `${name}@${at}`;
  }
  if (source.kind !== 'node') return source.kind;
  const { node } = source;
  const isPlain = plainWord.test(node) && !reserved.has(node);
  const id = isPlain ? node : `[${JSON.stringify(node)}]`;
  if (select === 'status') return `${id}.status`;
  if (select === 'all') return `${id}.outputs`;
  return select === 'newest' ? `${id}.output` : `${id}.outputs[${select}]`;
}

function formatSegment(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return plainWord.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

function formatDefault(fallback: Reference['default'], typed: Reference['typed']): string {
  if (fallback === undefined) return '';
  if (typeof fallback !== 'string') return `??${formatBody(fallback)}`;
  // A text that looks like a number would be read as one.
  const isMeant = typed !== undefined || readTyped(fallback) === undefined;
  const isPlain = isMeant && !fallback.includes('}') && !fallback.includes('${');
  return isPlain ? `|${fallback}` : `??${JSON.stringify(fallback)}`;
}
