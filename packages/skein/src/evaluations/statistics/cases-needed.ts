import { deviationOf, normal95 } from './interval.ts';

/** The 80 % point of the normal distribution: a difference of that size is then found in four of five evaluations. */
const power80 = 0.841_621_233_572_914_3;

/**
 * How many cases it takes to notice a difference of this size, if cases go on to differ as these do. Null where these say nothing
 * about it: fewer than two, or all alike.
 */
export function casesNeeded(differences: readonly number[], worse: number): number | null {
  const deviation = deviationOf(differences);
  if (deviation === 0 || worse <= 0) return null;
  return Math.ceil((((normal95 + power80) * deviation) / worse) ** 2);
}
