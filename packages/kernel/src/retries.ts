// When a failed attempt is followed by another (SPEC K40, K2650 to K2652)
// The one place that says it: the kernel asks it for activations, the engine for the items of a node with `each`.
import type { RetryPolicy, RetryRule, RetryTimes } from './definition.ts';
import type { Failure } from './failure.ts';

export type FilledTimes = RetryTimes & Required<Omit<RetryTimes, 'jitter'>>;
export type FilledRule = FilledTimes & Pick<RetryRule, 'on' | 'except'>;
/** A policy with its defaults. */
export type FilledRetry = FilledTimes & { readonly rules?: readonly FilledRule[] };

const noRetry: FilledRetry = { attempts: 1, backoffMs: 500, factor: 2, maxMs: 30_000 };

/** `"retry": null` removes the default of the node's type. */
export function fillRetry(retry: RetryPolicy | null | undefined): FilledRetry {
  if (retry === undefined || retry === null) return noRetry;
  const { rules, ...times } = retry;
  const filled = fillTimes(times);
  return rules === undefined ? filled : { ...filled, rules: rules.map(fillTimes) };
}

function fillTimes<T extends RetryTimes>(times: T): T & FilledTimes {
  const { backoffMs, factor, maxMs } = noRetry;
  return {
    ...times,
    backoffMs: times.backoffMs ?? backoffMs,
    factor: times.factor ?? factor,
    maxMs: times.maxMs ?? maxMs,
  };
}

/** How many failures each rule has seen, and (0) those that none fits. */
export type RetryCounts = readonly number[];

export interface RetryDecision {
  /** The policy itself, or the rule that fits. */
  readonly times: FilledTimes;
  /** Whether a rule names it: that is stronger than a failure that says `never`. */
  readonly isNamed: boolean;
  /** With this failure, how many of its kind there were. */
  readonly count: number;
  readonly counts: RetryCounts;
}

/** Which part of a policy a failure belongs to. */
export function retryOf(
  policy: FilledRetry,
  failure: Pick<Failure, 'code' | 'name'>,
  counts: RetryCounts,
): RetryDecision {
  const { rules = [] } = policy;
  const names = failure.name === undefined ? [failure.code] : [failure.code, failure.name];
  const isIn = (list: readonly string[] = []) => list.some((each) => names.includes(each));
  const at = rules.findIndex(({ on, except }) => (on.includes('*') || isIn(on)) && !isIn(except));
  const rule = rules[at];
  const next = Array.from({ length: rules.length + 1 }, (_, index) => counts[index] ?? 0);
  const count = (next[at + 1] ?? 0) + 1;
  next[at + 1] = count;
  return { times: rule ?? policy, isNamed: isIn(rule?.on), count, counts: next };
}

/** The pause after so many failures, with a chance from 0 to 1. */
export function backoffOf(
  { backoffMs, factor, maxMs, jitter = 'tenth' }: FilledTimes,
  { count, chance }: { readonly count: number; readonly chance: number },
): number {
  const pause = Math.min(backoffMs * factor ** (count - 1), maxMs);
  if (jitter === 'none') return Math.round(pause);
  return Math.round(jitter === 'full' ? pause * chance : pause * (1 + 0.1 * chance));
}

/** How many attempts may at most follow this one, whichever way it fails. */
export function attemptsLeft({ attempts, rules = [] }: FilledRetry, attempt: number): number {
  return Math.max(0, Math.max(attempts, ...rules.map((rule) => rule.attempts)) - attempt);
}
