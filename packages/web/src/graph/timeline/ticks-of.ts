import type { Scale } from './timeline.ts';

export interface Tick {
  /** Its position, as a share of the width. */
  readonly share: number;
  /** Time since the start, or since the last fold. */
  readonly ms: number;
  readonly isAfterFold: boolean;
}

const wantedCount = 5;
/** Closer to each other or to the end, labels would touch. */
const gapMin = 0.1;
/** Labels start at their tick, and those of a fold are centred: before a fold they need more room. */
const beforeFoldMin = 0.16;
const lastShare = 0.9;
/** The words of a fold at the end stand further in, so that they are not cut. */
const lastMiddle = 0.9;

/** Round times along a timeline, none inside a fold. */
export function ticksOf(scale: Scale): readonly Tick[] {
  const { folds, fromMs, toMs, place } = scale;
  const foldedMs = folds.reduce((sum, fold) => sum + fold.toMs - fold.fromMs, 0);
  const step = roundStep((toMs - fromMs - foldedMs) / wantedCount);
  const middles = folds.map((fold) =>
    Math.min(lastMiddle, (place(fold.fromMs) + place(fold.toMs)) / 2),
  );
  const ticks: Tick[] = [];
  const starts = [fromMs, ...folds.map((fold) => fold.toMs)];
  for (const [index, start] of starts.entries()) {
    const end = folds[index]?.fromMs ?? toMs;
    for (let ms = 0; start + ms < end; ms += step) {
      const share = place(start + ms);
      const isFree =
        share <= lastShare &&
        share - (ticks.at(-1)?.share ?? -1) >= gapMin &&
        middles.every((middle) =>
          share < middle ? middle - share >= beforeFoldMin : share - middle >= gapMin,
        );
      if (isFree) ticks.push({ share, ms, isAfterFold: index > 0 });
    }
  }
  return ticks;
}

/** The next larger of 1, 2, 5, 10, 20 … milliseconds. */
function roundStep(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, ms)));
  return ([1, 2, 5].find((factor) => factor * power >= ms) ?? 10) * power;
}
