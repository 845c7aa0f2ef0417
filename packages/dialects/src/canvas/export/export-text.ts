// Native texts in the words of a canvas.
import { parseTemplate, type Json, type Reference, type Template } from '@skein/kernel';
import { previousPlaceholder } from '../read/read-canvas.ts';

/** A value without references, unescaped; undefined if it contains a reference. */
export function literalOf(value: Json): Json | undefined {
  const { template, problems } = parseTemplate(value);
  return template.kind === 'constant' && problems.length === 0 ? template.value : undefined;
}

/** A text that refers to nothing but the previous output, with placeholders. Undefined if it cannot be expressed. */
export function filledTextOf(prompt: string): string | undefined {
  const { template, problems } = parseTemplate(prompt);
  const parts = problems.length > 0 ? undefined : partsOf(template);
  if (parts === undefined) return undefined;
  let text = '';
  for (const part of parts) {
    // A literal placeholder cannot be written, nor one that two pieces would form together.
    if (typeof part === 'string') text += part;
    else if (isPrevious(part)) text += previousPlaceholder;
    else return undefined;
  }
  const references = parts.filter((part) => typeof part !== 'string').length;
  const isFaithful = text.split(previousPlaceholder).length - 1 === references;
  return isFaithful ? text : undefined;
}

function partsOf(template: Template): readonly (string | Reference)[] | undefined {
  if (template.kind === 'text') return template.parts;
  if (template.kind === 'reference') return [template.reference];
  const value = template.kind === 'constant' ? template.value : undefined;
  return typeof value === 'string' ? [value] : undefined;
}

function isPrevious({ source, path, form, default: otherwise }: Reference): boolean {
  const isEmptyDefault = otherwise === undefined || otherwise === '';
  return source.kind === 'previous' && path.length === 0 && form === undefined && isEmptyDefault;
}
