import type { JudgedCase, Trial } from './evaluation.ts';
import { meanOf } from './statistics/interval.ts';

/** The mean of the trials of a case, as far as the scorer judged them. */
export function caseScore({ trials }: JudgedCase, scorer: string): number | null {
  const scores = trialScores(trials, scorer);
  return scores.length === 0 ? null : meanOf(scores);
}

export function trialScores(trials: readonly Trial[], scorer: string): readonly number[] {
  return trials.flatMap(({ scores }) => {
    const score = Object.hasOwn(scores, scorer) ? scores[scorer]?.score : null;
    return score === null || score === undefined ? [] : [score];
  });
}
