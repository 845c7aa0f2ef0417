// Native texts in the words of a canvas.
import {
  formatReference,
  parseTemplate,
  withoutExpressions,
  type Json,
  type Reference,
  type Template,
} from '@skein/kernel';
import { noteTemplate } from '../read/approval-notes.ts';
import { notePlaceholder, previousPlaceholder } from '../read/read-canvas.ts';

/** A value without references, unescaped; undefined if it contains a reference. */
export function literalOf(value: Json): Json | undefined {
  const { template, problems } = parseTemplate(value);
  return template.kind === 'constant' && problems.length === 0 ? template.value : undefined;
}

/** A text that refers to nothing but the previous output and the notes of these approvals. Undefined if it cannot be expressed. */
export function filledTextOf(prompt: string, approvals: readonly string[]): string | undefined {
  const { template, problems } = parseTemplate(prompt);
  const parts = problems.length > 0 ? undefined : partsOf(template);
  if (parts === undefined) return undefined;
  const counts = { previous: 0, notes: 0 };
  let text = '';
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    // A literal placeholder cannot be written, nor one that two pieces would form together.
    if (typeof part === 'string') text += part;
    else if (part !== undefined && isPrevious(part)) {
      text += previousPlaceholder;
      counts.previous += 1;
    } else if (areNotes(parts.slice(at, at + 2 * approvals.length - 1), approvals)) {
      text += notePlaceholder;
      counts.notes += 1;
      at += 2 * approvals.length - 2;
    } else return undefined;
  }
  const isFaithful =
    text.split(previousPlaceholder).length - 1 === counts.previous &&
    text.split(notePlaceholder).length - 1 === counts.notes;
  return isFaithful ? text : undefined;
}

/** Whether they are what the placeholder is compiled to. */
function areNotes(parts: readonly (string | Reference)[], approvals: readonly string[]): boolean {
  const text = parts.map((part) => (typeof part === 'string' ? part : formatReference(part)));
  return approvals.length > 0 && text.join('') === noteTemplate(approvals);
}

function partsOf(template: Template): readonly (string | Reference)[] | undefined {
  if (template.kind === 'text') return withoutExpressions(template.parts) ?? undefined;
  if (template.kind === 'reference') return [template.reference];
  const value = template.kind === 'constant' ? template.value : undefined;
  return typeof value === 'string' ? [value] : undefined;
}

function isPrevious({ source, path, form, default: otherwise }: Reference): boolean {
  const isEmptyDefault = otherwise === undefined || otherwise === '';
  return source.kind === 'previous' && path.length === 0 && form === undefined && isEmptyDefault;
}
