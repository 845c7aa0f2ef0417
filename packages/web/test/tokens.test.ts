// All pairs of text and background that the studio uses, in both themes, by the formula of WCAG 2.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const file = path.join(import.meta.dirname, '../src/design/tokens.css');
const text = readFileSync(file, 'utf8');
const tokens = new Map(
  [...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

const surfaces = ['bg', 'surface', 'raised', 'sunken'];
const textPairs: readonly (readonly [text: string, background: string])[] = [
  ...surfaces.flatMap((surface) =>
    ['text', 'text-2', 'text-3'].map((name) => [name, surface] as const),
  ),
  ...['bg', 'surface', 'raised', 'accent-soft'].map((surface) => ['accent-text', surface] as const),
  ['text', 'accent-soft'],
  ['text-2', 'accent-soft'],
  ['text', 'thumb'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['bg', 'text'],
  ...['run', 'ok', 'bad', 'wait', 'idle'].flatMap((name) => [
    [`${name}-text`, `${name}-soft`] as const,
    [`${name}-text`, 'surface'] as const,
    [`${name}-text`, 'raised'] as const,
  ]),
  ...['trigger', 'agent', 'tool', 'logic', 'human', 'data'].map(
    (name) => [`k-${name}`, `k-${name}-soft`] as const,
  ),
  ['k-trigger', 'surface'],
];
const shapePairs: readonly (readonly [shape: string, background: string])[] = [
  ['control', 'surface'],
  ['control', 'bg'],
  ['focus', 'surface'],
  ['focus', 'bg'],
  ['edge', 'bg'],
  ...['run', 'ok', 'bad', 'wait'].map((name) => [name, 'surface'] as const),
];

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

describe('colours', () => {
  it.each(textPairs)('[W25] text %s is readable on %s', (name, background) => {
    for (const theme of ['light', 'dark'] as const)
      expect(
        contrast(tokens.get(name)![theme], tokens.get(background)![theme]),
      ).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapePairs)('[W25] shape %s is visible on %s', (name, background) => {
    for (const theme of ['light', 'dark'] as const)
      expect(
        contrast(tokens.get(name)![theme], tokens.get(background)![theme]),
      ).toBeGreaterThanOrEqual(3);
  });

  it('[W25] every colour of the tokens is in a pair, and no other file of the room has one', () => {
    const used = new Set([...textPairs, ...shapePairs].flat());
    const decorative = new Set(['line', 'pressed', 'idle']);
    const left = [...tokens.keys()].filter((name) => !used.has(name) && !decorative.has(name));
    expect(left).toEqual([]);
    const others = readFileSync(path.join(path.dirname(file), 'app.css'), 'utf8');
    expect(others.match(/#[0-9a-f]{3,8}\b/gi) ?? []).toEqual([]);
  });
});
