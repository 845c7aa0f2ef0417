// Texts of a canvas as native templates: the placeholder becomes a reference, and everything else stays text.
import { escapeTemplate } from '@skein/kernel';
import { filledKeys } from '../shape/canvas-nodes.ts';
import { previousPlaceholder, textOr, type CanvasNode } from '../read/read-canvas.ts';

/** A run that begins in the middle has no previous output, which is then an empty text. */
export const previousReference = '${previous|}';

/** The text of a setting; `otherwise` where it is missing or empty. */
export function settingOf({ type, data }: CanvasNode, key: string, otherwise: string): string {
  const text = textOr(data, key, otherwise);
  return type !== null && filledKeys(type).has(key) ? fill(text) : escapeTemplate(text);
}

function fill(text: string): string {
  const parts = text.split(previousPlaceholder);
  return parts
    .map((part, index) => escapeTemplate(part, { beforeReference: index < parts.length - 1 }))
    .join(previousReference);
}
