// Placeholders that stay text: never an error, because a text may be meant as it is.
import { ownValue, type Json } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { filledFields } from '../../dialect/node-entry.ts';
import { joinWords, quotedShort } from '../../shape/describe.ts';
import { canvasNodes, filledKeys } from '../shape/canvas-nodes.ts';
import { previousPlaceholder, type Canvas } from '../read/read-canvas.ts';

export function checkPlaceholders({ nodes }: Canvas, findings: Finding[]): void {
  for (const { index, type, data } of nodes) {
    if (type === null) continue;
    const filled = filledKeys(type);
    for (const key of canvasNodes[type].config.fields.keys()) {
      const value = ownValue(data, key);
      const path = ['nodes', index, 'data', key];
      if (value === undefined) continue;
      if (filled.has(key)) findings.push(...misspelled(value, path));
      else findings.push(...unfilled(value, path));
    }
  }
}

/** A name in two braces, as people write it who have seen one. */
const lookAlike = /\{\{ {0,8}[A-Za-z_][\w .-]{0,60}\}\}/g;

function misspelled(value: Json, path: Path): readonly Finding[] {
  if (typeof value !== 'string') return [];
  for (const [text] of value.matchAll(lookAlike)) {
    if (text === previousPlaceholder) continue;
    return [
      stays(path, {
        message: `${quotedShort(text)} is not a placeholder, so it stays in the text as it is.`,
        hint: `The only placeholder is ${previousPlaceholder}, in capitals and without spaces.`,
      }),
    ];
  }
  return [];
}

function unfilled(value: Json, path: Path): readonly Finding[] {
  const place = placeOf(value, path);
  if (place === null) return [];
  return [
    stays(place, {
      message: `${previousPlaceholder} is not filled here, so it stays in the text as it is.`,
      hint: `Use it in ${joinWords(filledWords, 'or')}.`,
    }),
  ];
}

function stays(path: Path, words: Pick<Finding, 'message' | 'hint'>): Finding {
  return { path, code: 'PLACEHOLDER_UNKNOWN', severity: 'warning', ...words };
}

/** Where in a value the placeholder stands first. At most 200 levels deep (check-json). */
function placeOf(value: Json, path: Path): Path | null {
  if (typeof value === 'string') return value.includes(previousPlaceholder) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const place = placeOf(part, [...path, key]);
    if (place !== null) return place;
  }
  return null;
}

const filledWords = Object.entries(canvasNodes).flatMap(([type, { config }]) =>
  [...filledFields(config)].map((key) => `the "${key}" of an ${type}`),
);
