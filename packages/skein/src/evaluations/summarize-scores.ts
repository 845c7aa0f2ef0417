import { setOwn } from '@skein/kernel';
import { caseScore, trialScores } from './case-score.ts';
import { compareScores } from './compare-scores.ts';
import type { JudgedCase, ScorerSummary, ScoreSummary } from './evaluation.ts';
import { meanInterval, meanOf } from './statistics/interval.ts';

const worstMax = 5;

/** What one scorer says of all cases; compared with the same of an earlier evaluation, if there is one. */
export function summarizeScores(
  name: string,
  cases: readonly JudgedCase[],
  {
    baseline,
    worse,
  }: { readonly baseline?: readonly JudgedCase[] | undefined; readonly worse?: number | undefined },
): ScorerSummary {
  const scored = cases.flatMap((each) => {
    const score = caseScore(each, name);
    return score === null ? [] : [{ ...each, score }];
  });
  const tags: { [tag: string]: ScoreSummary } = {};
  for (const tag of new Set(scored.flatMap((each) => each.tags))) {
    setOwn(tags, tag, summaryOf(scored.filter((each) => each.tags.includes(tag))));
  }
  return {
    name,
    ...summaryOf(scored),
    flaky: cases.filter((each) => isFlaky(each, name)).map(({ id }) => id),
    worst: scored
      .filter(({ score }) => score < 1)
      .toSorted((one, other) => one.score - other.score || one.line - other.line)
      .slice(0, worstMax)
      .map(({ id, score }) => ({ case: id, score })),
    tags,
    difference:
      baseline === undefined
        ? null
        : compareScores(name, { before: baseline, after: cases, worse }),
  };
}

function isFlaky({ trials }: JudgedCase, scorer: string): boolean {
  return new Set(trialScores(trials, scorer)).size > 1;
}

function summaryOf(scored: readonly { readonly score: number }[]): ScoreSummary {
  const scores = scored.map(({ score }) => score);
  return {
    cases: scores.length,
    mean: scores.length === 0 ? null : meanOf(scores),
    interval: meanInterval(scores),
  };
}
