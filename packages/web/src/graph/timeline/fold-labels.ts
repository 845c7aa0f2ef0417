import type { Fold, Scale } from './timeline.ts';

export interface FoldLabel {
  readonly fold: Fold;
  /** The middle of its words, as a share of the width. */
  readonly share: number;
}

/** Closer to each other, the words would touch. */
const gapMin = 0.16;

/** Which folds say how long they are: the longest ones that leave each other room. */
export function foldLabels({ folds, place }: Scale): readonly FoldLabel[] {
  const all = folds.map((fold) => ({
    fold,
    share: (place(fold.fromMs) + place(fold.toMs)) / 2,
  }));
  const shown: FoldLabel[] = [];
  for (const label of all.toSorted((one, other) => lengthOf(other) - lengthOf(one))) {
    if (shown.every(({ share }) => Math.abs(share - label.share) >= gapMin)) shown.push(label);
  }
  return all.filter((label) => shown.includes(label));
}

function lengthOf({ fold }: FoldLabel): number {
  return fold.toMs - fold.fromMs;
}
