import { caseScore } from './case-score.ts';
import type { Difference, JudgedCase } from './evaluation.ts';
import { casesNeeded } from './statistics/cases-needed.ts';
import { differenceInterval, meanOf } from './statistics/interval.ts';

/** Cases are compared with themselves: how hard each is does not matter then, and far fewer are needed. */
export function compareScores(
  scorer: string,
  {
    before,
    after,
    worse = 0,
  }: {
    readonly before: readonly JudgedCase[];
    readonly after: readonly JudgedCase[];
    readonly worse?: number | undefined;
  },
): Difference | null {
  const earlier = new Map(before.map((each) => [each.id, caseScore(each, scorer)]));
  const pairs = after.flatMap((each) => {
    const [was, is] = [earlier.get(each.id) ?? null, caseScore(each, scorer)];
    return was === null || is === null ? [] : [{ id: each.id, by: is - was }];
  });
  if (pairs.length === 0) return null;
  const differences = pairs.map(({ by }) => by);
  return {
    cases: pairs.length,
    mean: meanOf(differences),
    interval: differenceInterval(differences),
    better: pairs.filter(({ by }) => by > 0).map(({ id }) => id),
    worse: pairs.filter(({ by }) => by < 0).map(({ id }) => id),
    casesNeeded: casesNeeded(differences, worse),
  };
}
