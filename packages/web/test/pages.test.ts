// What list pages compute before they render.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { fromViewFilter, toViewFilter } from '../src/pages/runs/view-filter.ts';
import { cronWords, triggerWords } from '../src/viewers/trigger-words.ts';
import { findPaths, firstOpen, isMatch, jsonRows } from '../src/viewers/json/json-rows.ts';
import { thumbnailOf } from '../src/pages/workflows/thumbnail/thumbnail-of.ts';

describe('words for triggers', () => {
  it.each([
    ['*/15 * * * *', 'Every 15 min'],
    ['* * * * *', 'Every minute'],
    ['5 * * * *', 'Hourly at :05'],
    ['0 7 * * 1', 'Mon 07:00'],
    ['30 6 * * *', 'Daily 06:30'],
    ['0 9 * * 1-5', 'Weekdays 09:00'],
    ['0 9 1 * *', '0 9 1 * *'],
    ['0 9 * * 1,3', '0 9 * * 1,3'],
    ['0 0 9 * * 1', '0 0 9 * * 1'],
  ])('[W60] says the schedule %s as people say it, or as it is written', (cron, words) => {
    expect(cronWords(cron)).toBe(words);
  });

  it('[W60] names every other trigger by what fires it', () => {
    const words = (trigger_type_id: string, config = {}) =>
      triggerWords({ trigger_type_id, config });
    expect(words('webhook')).toBe('Webhook');
    expect(words('event', { event: 'parcel.arrived' })).toBe('Event parcel.arrived');
    expect(words('new_email')).toBe('New email');
    expect(words('schedule', { cron: '0 7 * * 1' })).toBe('Mon 07:00');
    expect(words('manual')).toBe('Manual');
  });
});

describe('thumbnails', () => {
  const workflow = (edges: readonly (readonly [from: string, to: string])[]) => ({
    skein: 1,
    nodes: ['a', 'b', 'c', 'd'].map((id) => ({ id, type: 'transform' })),
    edges: edges.map(([from, to]) => ({ from, to })),
  });

  it('[W60] draws what follows to the right of what it needs, also if paths have different lengths', () => {
    const { cards } = thumbnailOf(
      'native',
      workflow([
        ['a', 'b'],
        ['b', 'c'],
        ['a', 'd'],
        ['c', 'd'],
      ]),
    );
    const [a, b, c, d] = cards.map(({ x }) => x);
    expect([a! < b!, b! < c!, c! < d!]).toEqual([true, true, true]);
  });

  it('[W60] draws loops, and ends', () => {
    const { cards, lines } = thumbnailOf(
      'native',
      workflow([
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'c'],
        ['c', 'd'],
        ['d', 'b'],
      ]),
    );
    expect(cards).toHaveLength(4);
    expect(lines).toHaveLength(5);
    expect(new Set(cards.map(({ x }) => x)).size).toBe(4);
  });

  it('[W60] draws no line through a card', () => {
    const folder = path.join(import.meta.dirname, '../../skein/templates');
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    const found = files.flatMap((file) => {
      const { dialect, definition } = JSON.parse(
        readFileSync(path.join(folder, file), 'utf8'),
      ) as Template;
      const { cards, lines } = thumbnailOf(dialect, definition);
      return cards.flatMap(({ x, y, scale }) =>
        lines
          .filter((line) =>
            pointsOf(line).some(
              (point) => Math.abs(point.x - x) < 13 * scale && Math.abs(point.y - y) < 8 * scale,
            ),
          )
          .map((line) => `${file}: ${line} through ${x}, ${y}`),
      );
    });
    expect(found).toEqual([]);
  });
});

interface Template {
  readonly dialect: string;
  readonly definition: JsonObject;
}

/** Points of a line that is one curve, `M… C…`. */
function pointsOf(line: string): readonly { readonly x: number; readonly y: number }[] {
  const numbers = line.match(/-?[\d.]+/g)!.map(Number);
  const at = (t: number, offset: number) => {
    const [a, b, c, d] = [0, 2, 4, 6].map((index) => numbers[index + offset]!);
    const u = 1 - t;
    return u ** 3 * a! + 3 * u * u * t * b! + 3 * u * t * t * c! + t ** 3 * d!;
  };
  return Array.from({ length: 101 }, (_, step) => ({ x: at(step / 100, 0), y: at(step / 100, 1) }));
}

describe('saved views', () => {
  it('[W63] store what is set, and restore only known keys', () => {
    expect(toViewFilter({ q: '', status: 'waiting', workflow: undefined })).toEqual({
      status: 'waiting',
    });
    expect(fromViewFilter({ status: 'failed', q: 3, other: 'x' })).toEqual({ status: 'failed' });
  });
});

describe('the JSON viewer', () => {
  it('[W64] unfolds as much as fits on the screen', () => {
    const paths = (value: unknown) => [...firstOpen(value)];
    expect(paths({ a: { b: [1, { c: 2 }] } })).toEqual(['$', '$.a', '$.a.b', '$.a.b[1]']);
    const large = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => 1));
    expect(paths(large)).toEqual(['$']);
    expect(jsonRows(large, firstOpen(large))).toHaveLength(10);
  });

  it('[W47] unfolds what leads to matches, the first ones if there are too many', () => {
    const value = { list: [{ name: 'One' }, { name: 'two', deep: { one: 1 } }], other: 'none' };
    const { open, isCut } = findPaths(value, 'one');
    expect(open).toEqual(new Set(['$', '$.list', '$.list[0]', '$.list[1]', '$.list[1].deep']));
    expect(isCut).toBe(false);
    const rows = jsonRows(value, open);
    const found = rows.filter((row) => isMatch(row, 'one')).map(({ path }) => path);
    expect(found).toEqual(['$.list[0].name', '$.list[1].deep.one', '$.other']);
    // The numbers of a list are not what is in it.
    expect(rows.filter((row) => isMatch(row, '0'))).toEqual([]);
    const many = findPaths(
      Array.from({ length: 2_000 }, () => ({ name: 'one' })),
      'one',
    );
    expect(many.isCut).toBe(true);
    expect(many.open.has('$[0]')).toBe(true);
    expect(many.open.has('$[1999]')).toBe(false);
  });
});
