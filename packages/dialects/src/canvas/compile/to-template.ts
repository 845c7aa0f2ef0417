// Texts of a canvas as native templates: placeholders become references, and everything else stays text.
import { escapeTemplate } from '@skein/kernel';
import { filledKeys } from '../shape/canvas-nodes.ts';
import {
  notePlaceholder,
  previousPlaceholder,
  textOr,
  type CanvasNode,
} from '../read/read-canvas.ts';

/** A run that begins in the middle has no previous output, which is then an empty text. */
export const previousReference = '${previous|}';

/** The text of a setting; `otherwise` where it is missing or empty. `note` makes what stands for the notes of reviewers. */
export function settingOf(
  { type, data }: CanvasNode,
  key: string,
  otherwise: string,
  note: () => string = () => '',
): string {
  const text = textOr(data, key, otherwise);
  return type !== null && filledKeys(type).has(key) ? fill(text, note) : escapeTemplate(text);
}

const placeholders = new RegExp(`(${previousPlaceholder}|${notePlaceholder})`);

function fill(text: string, note: () => string): string {
  const references = new Map([[previousPlaceholder, previousReference]]);
  // A long chain of approvals has as many notes, for each node behind it.
  if (text.includes(notePlaceholder)) references.set(notePlaceholder, note());
  const parts = text.split(placeholders);
  return parts
    .map((part, index) => {
      const next = references.get(parts[index + 1] ?? '') ?? '';
      return references.get(part) ?? escapeTemplate(part, { beforeReference: next !== '' });
    })
    .join('');
}
