import type { Gate, GateResult, ScorerSummary } from './evaluation.ts';

/**
 * Whether a scorer's result is good enough. "Worse than the baseline" needs proof: it fails only if even the best end of the interval
 * is below what is allowed, so that chance alone hardly ever fails a build.
 */
export function checkGate({ min, worse }: Gate, summary: ScorerSummary): readonly GateResult[] {
  const { name: scorer, mean, difference } = summary;
  const results: GateResult[] = [];
  if (min !== undefined) {
    const passed = mean !== null && mean >= min;
    const found = mean === null ? 'no case has a score' : `the mean is ${shown(mean)}`;
    results.push({ scorer, passed, message: `${scorer}: at least ${shown(min)}; ${found}.` });
  }
  if (worse !== undefined && difference !== null) {
    const { interval, mean: by, casesNeeded } = difference;
    const passed = interval === null || interval.high >= -worse;
    const range =
      interval === null ? '' : `, between ${shown(interval.low)} and ${shown(interval.high)}`;
    // Only who passed may have been lucky.
    const more =
      passed && casesNeeded !== null && casesNeeded > difference.cases
        ? ` To notice ${shown(worse)} it takes about ${casesNeeded} cases; there are ${difference.cases}.`
        : '';
    const allowed = `${scorer}: at most ${shown(worse)} worse than the baseline`;
    results.push({ scorer, passed, message: `${allowed}; it is ${shown(by)}${range}.${more}` });
  }
  return results;
}

function shown(value: number): string {
  return value.toFixed(2).replace(/^-(0\.00)$/, '$1');
}
