// Native references in session-graph's words
// Not everything can be expressed: the result is parsed again, and used only if it means the same.
import { formatText, withoutExpressions, type Reference, type TextPart } from '@skein/kernel';
import { INPUT, parseSessionText, SESSION } from './parse-session-text.ts';
import type { StepNames } from '../read/step-names.ts';

/** Null if the dialect cannot express it. */
export function formatSessionText(parts: readonly TextPart[], names: StepNames): string | null {
  const texts: string[] = [];
  const plain = withoutExpressions(parts);
  if (plain === null) return null;
  for (const part of plain) {
    const text = typeof part === 'string' ? part : formatSessionReference(part);
    if (text === null) return null;
    texts.push(text);
  }
  const text = texts.join('');
  return formatText(parseSessionText(text, names).parts) === formatText(merged(plain))
    ? text
    : null;
}

function formatSessionReference(reference: Reference): string | null {
  const { source, select, path, run, form, default: fallback } = reference;
  if (form !== undefined || select === 'status' || select === 'all') return null;
  const target = formatTarget(source, select);
  if (target === null) return null;
  const way: string[] = [];
  for (const [place, key] of path.entries()) {
    // After a step, the first number would select one of its outputs.
    if (place === 0 && typeof key === 'number' && select === 'newest' && source.kind === 'node') {
      return null;
    }
    way.push(typeof key === 'number' ? `[${key}]` : `.${key}`);
  }
  const own = `@{${run ?? SESSION}}.${target}${way.join('')}`;
  if (fallback === undefined) return own;
  const inner = typeof fallback === 'string' ? fallback : formatSessionReference(fallback);
  return inner === null ? null : `${own}|${inner}`;
}

function formatTarget(source: Reference['source'], select: Reference['select']): string | null {
  if (source.kind === 'trigger') return INPUT;
  if (source.kind !== 'node') return null;
  return select === 'newest' ? source.node : `${source.node}[${select}]`;
}

/** Texts that stand side by side are one, as the parser gives them. */
function merged(parts: readonly (string | Reference)[]): (string | Reference)[] {
  const all: (string | Reference)[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else all.push(part);
  }
  return all;
}
