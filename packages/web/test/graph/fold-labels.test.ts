import { expect, it } from 'vitest';
import { foldLabels } from '../../src/graph/timeline/fold-labels.ts';
import { ticksOf } from '../../src/graph/timeline/ticks-of.ts';
import type { Fold, Scale } from '../../src/graph/timeline/timeline.ts';

const scale = (folds: readonly Fold[], toMs: number, place: Scale['place']): Scale => ({
  folds,
  place,
  fromMs: 0,
  toMs,
});

it('[W3500] the words of folds never touch each other: the longest ones are shown', () => {
  const folds = [
    { fromMs: 1000, toMs: 4000 },
    { fromMs: 4100, toMs: 13_000 },
    { fromMs: 13_100, toMs: 72_000 },
    { fromMs: 72_500, toMs: 75_600 },
  ];
  const places = new Map([
    [1000, 0.1],
    [4000, 0.2],
    [4100, 0.22],
    [13_000, 0.32],
    [13_100, 0.34],
    [72_000, 0.44],
    [72_500, 0.7],
    [75_600, 0.8],
  ]);
  const shown = foldLabels(scale(folds, 80_000, (ms) => places.get(ms) ?? 0));
  expect(shown.map(({ fold }) => fold.fromMs)).toEqual([1000, 13_100, 72_500]);
});

it('[W3500] no time stands below the words of a fold at the end, which stand further in', () => {
  const folds = [{ fromMs: 23, toMs: 28_000 }];
  const place = (ms: number) => (ms <= 23 ? (ms / 23) * 0.88 : 0.88 + (0.12 * ms) / 28_000);
  const [label] = foldLabels(scale(folds, 28_000, place));
  expect(label?.share).toBeGreaterThan(0.9);
  for (const { share } of ticksOf(scale(folds, 28_000, place))) {
    expect(0.9 - share).toBeGreaterThanOrEqual(0.16);
  }
});
