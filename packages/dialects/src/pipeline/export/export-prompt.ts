// A native template as a prompt
import {
  isExpression,
  parseTemplate,
  type Reference,
  type Template,
  type TextPart,
} from '@skein/kernel';
import { quotedShort } from '../../shape/describe.ts';
import type { ExportNames } from './export-names.ts';
import type { Loss } from './loss.ts';
import { readPrompt, writePlaceholder } from '../read/read-prompt.ts';

export interface PromptExport {
  readonly names: ExportNames;
  readonly losses: Loss[];
  /** Ids of the nodes before this one that have an output. */
  readonly earlier: ReadonlySet<string>;
  readonly path: readonly (string | number)[];
}

export function exportPrompt(text: string, how: PromptExport): string {
  return partsOf(parseTemplate(text).template)
    .map((part) => exportPart(part, how))
    .join('');
}

function exportPart(part: TextPart, how: PromptExport): string {
  if (typeof part === 'string') return literal(part, how);
  return isExpression(part) ? unexpressed(part, how) : placeholder(part, how);
}

function partsOf(template: Template): readonly TextPart[] {
  switch (template.kind) {
    case 'text':
      return template.parts;
    case 'reference':
      return [template.reference];
    case 'expression':
      return [template.expression];
    case 'constant':
      return typeof template.value === 'string' ? [template.value] : [];
    case 'list':
    case 'object':
      return [];
  }
}

/** A pipeline has no way to write the characters of a placeholder as text. */
function literal(text: string, { losses, path }: PromptExport): string {
  if (readPrompt(text).parts.some(({ kind }) => kind !== 'text' && kind !== 'other')) {
    losses.push({
      path,
      message: 'The text holds a placeholder of a pipeline, which is filled there.',
    });
  }
  return text;
}

function placeholder(reference: Reference, how: PromptExport): string {
  const { losses, path } = how;
  const written = toPlaceholder(reference, how);
  if (written === null) return unexpressed(reference, how);
  // Both of a pipeline's own forms come back by themselves, as the type of the step decides.
  const isOwn =
    ['markdown', 'brief'].includes(reference.form ?? '') || reference.source.kind === 'now';
  if (!isOwn) {
    losses.push({
      path,
      message: `A pipeline puts values that are not texts in as markdown, so ${quotedShort(reference.text)} may read differently.`,
    });
  }
  return written;
}

function unexpressed({ text }: { readonly text: string }, { losses, path }: PromptExport): string {
  const message = `A prompt of a pipeline cannot express ${quotedShort(text)}, so it stays there as text.`;
  losses.push({ path, message });
  return text;
}

function toPlaceholder(reference: Reference, how: PromptExport): string | null {
  const { source, select, path, form } = reference;
  const isWhole = path.length === 0 && select === 'newest' && reference.default === undefined;
  if (!isWhole || form === 'json' || form === 'id') return null;
  switch (source.kind) {
    case 'trigger':
      return writePlaceholder({ kind: 'trigger' });
    case 'now':
      if (source.field !== 'date') return null;
      return writePlaceholder({ kind: 'date', zone: source.zone ?? null });
    case 'node':
      return earlierStep(source.node, how);
    case 'inputs':
    case 'previous':
    case 'context':
    case 'state':
    case 'local':
      return null;
  }
}

function earlierStep(id: string, { names, earlier }: PromptExport): string | null {
  const uuid = earlier.has(id) ? names.uuidOf(id) : undefined;
  return uuid === undefined ? null : writePlaceholder({ kind: 'step', uuid });
}
