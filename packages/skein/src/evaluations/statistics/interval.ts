// Intervals of 95 %
// A mean of scores says little without them: with ten cases, 0.9 may be 0.6. The case is the unit, never the trial: trials of one case
// resemble each other, and counting them as independent would make every interval too narrow.
import { seededRandom } from '@skein/simulation';

export type IntervalMethod = 'wilson' | 'bootstrap' | 't';

export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly method: IntervalMethod;
}

/** Below this many cases the mean is too far from normal. */
const smallSample = 30;

/** The two-sided 95 % point of the normal distribution. */
export const normal95 = 1.959_963_984_540_054;

/** Of the mean of these scores; null without any. Scores that are all 0 or 1 are a proportion. */
export function meanInterval(scores: readonly number[]): Interval | null {
  if (scores.length === 0) return null;
  if (scores.every((score) => score === 0 || score === 1)) {
    return wilsonInterval(sumOf(scores), scores.length);
  }
  return scores.length < smallSample ? bootstrapInterval(scores) : studentInterval(scores);
}

/** Of the mean of differences, each of one case with itself. */
export function differenceInterval(differences: readonly number[]): Interval | null {
  if (differences.length === 0) return null;
  return differences.length < smallSample
    ? bootstrapInterval(differences)
    : studentInterval(differences);
}

/** Wilson's score interval of a proportion: unlike the usual one it is right near 0 and 1 and for few cases. */
export function wilsonInterval(successes: number, cases: number): Interval {
  const z2 = normal95 ** 2;
  const share = successes / cases;
  const middle = share + z2 / (2 * cases);
  const reach = normal95 * Math.sqrt((share * (1 - share)) / cases + z2 / (4 * cases ** 2));
  const scale = 1 + z2 / cases;
  return {
    // The formula gives exactly 0 and 1 there, rounding may not.
    low: successes === 0 ? 0 : (middle - reach) / scale,
    high: successes === cases ? 1 : (middle + reach) / scale,
    method: 'wilson',
  };
}

const resamples = 10_000;
/** The same scores give the same interval, on every machine. */
const seed = 20_261_117;

/** The middle 95 % of the means of samples drawn from the scores themselves. */
export function bootstrapInterval(values: readonly number[]): Interval {
  const random = seededRandom(seed);
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn++)
      sum += values[random.below(values.length)] ?? 0;
    return sum / values.length;
  }).sort();
  return { low: quantile(means, 0.025), high: quantile(means, 0.975), method: 'bootstrap' };
}

export function studentInterval(values: readonly number[]): Interval {
  const mean = meanOf(values);
  const error = deviationOf(values) / Math.sqrt(values.length);
  const reach = studentPoint(values.length - 1) * error;
  return { low: mean - reach, high: mean + reach, method: 't' };
}

/** The two-sided 95 % point of Student's t, by the expansion around the normal one; exact to four digits where it is used, from 29 degrees on. */
export function studentPoint(degrees: number): number {
  const z = normal95;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
}

export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : sumOf(values) / values.length;
}

/** Of a sample: divided by one less than its size. */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Interpolated between neighbours, as most statistics packages do. */
function quantile(sorted: Float64Array, part: number): number {
  const place = part * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[below + 1] ?? low;
  return low + (high - low) * (place - below);
}
