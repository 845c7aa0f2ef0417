// Placeholders that stay text: never an error, because a text may be meant as it is.
import { ownValue, type Json } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { filledFields } from '../../dialect/node-entry.ts';
import { joinWords, quotedShort } from '../../shape/describe.ts';
import { canvasNodes, filledKeys } from '../shape/canvas-nodes.ts';
import { notePlaceholder, previousPlaceholder, type Canvas } from '../read/read-canvas.ts';

const placeholders = [previousPlaceholder, notePlaceholder];

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
    if (placeholders.some((known) => known === text)) continue;
    return [
      stays(path, {
        message: `${quotedShort(text)} is not a placeholder, so it stays in the text as it is.`,
        hint: `The placeholders are ${joinWords(placeholders, 'and')}, in capitals and without spaces.`,
      }),
    ];
  }
  return [];
}

function unfilled(value: Json, path: Path): readonly Finding[] {
  const found = placeOf(value, path);
  if (found === null) return [];
  return [
    stays(found.path, {
      message: `${found.placeholder} is not filled here, so it stays in the text as it is.`,
      hint: `Use it in ${joinWords(filledWords, 'or')}.`,
    }),
  ];
}

function stays(path: Path, words: Pick<Finding, 'message' | 'hint'>): Finding {
  return { path, code: 'PLACEHOLDER_UNKNOWN', severity: 'warning', ...words };
}

interface Found {
  readonly path: Path;
  readonly placeholder: string;
}

/** Where in a value a placeholder stands first. At most 200 levels deep (check-json). */
function placeOf(value: Json, path: Path): Found | null {
  if (typeof value === 'string') {
    const placeholder = placeholders.find((each) => value.includes(each));
    return placeholder === undefined ? null : { path, placeholder };
  }
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
