// What an evaluation found, as the studio shows it
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, textAt } from '../own-keys.ts';

export interface ScorerRow {
  readonly name: string;
  readonly mean: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly cases: number;
  readonly worst: readonly { readonly case: string; readonly score: number }[];
  readonly difference: {
    readonly mean: number;
    readonly interval: { readonly low: number; readonly high: number } | null;
  } | null;
}

export interface CaseRow {
  readonly id: string;
  readonly run: string;
  readonly status: string;
  readonly scores: ReadonlyMap<string, number | null>;
}

export function scorersIn(report: Json): readonly ScorerRow[] {
  return objectsAt(report, 'scorers').map((scorer) => {
    const difference = scorer['difference'];
    return {
      name: textAt(scorer, 'name'),
      mean: numberIn(scorer['mean']),
      interval: intervalIn(scorer),
      cases: numberIn(scorer['cases']) ?? 0,
      worst: objectsAt(scorer, 'worst').map((each) => ({
        case: textAt(each, 'case'),
        score: numberIn(each['score']) ?? 0,
      })),
      difference: isObject(difference)
        ? { mean: numberIn(difference['mean']) ?? 0, interval: intervalIn(difference) }
        : null,
    };
  });
}

/** Of several trials the first one is shown; scores are their mean. */
export function casesIn(report: Json): readonly CaseRow[] {
  return objectsAt(report, 'cases').map((each) => {
    const trials = objectsAt(each, 'trials');
    const [first = {}] = trials;
    const names = Object.keys(objectAt(first, 'scores'));
    const scores = names.map((name) => {
      const all = trials.flatMap((trial) => {
        const score = numberIn(objectAt(objectAt(trial, 'scores'), name)['score']);
        return score === null ? [] : [score];
      });
      const mean = all.length === 0 ? null : all.reduce((sum, one) => sum + one, 0) / all.length;
      return [name, mean] as const;
    });
    return {
      id: textAt(each, 'id'),
      run: textAt(first, 'run'),
      status: textAt(first, 'status'),
      scores: new Map(scores),
    };
  });
}

/** Two digits, as the command line prints them. */
export function scoreWords(score: number | null): string {
  return score === null ? '–' : score.toFixed(2);
}

export function intervalWords(interval: ScorerRow['interval']): string {
  return interval === null ? '' : `${scoreWords(interval.low)} to ${scoreWords(interval.high)}`;
}

function intervalIn(object: JsonObject): ScorerRow['interval'] {
  const interval = object['interval'];
  if (!isObject(interval)) return null;
  return { low: numberIn(interval['low']) ?? 0, high: numberIn(interval['high']) ?? 0 };
}

function objectsAt(value: Json, key: string): readonly JsonObject[] {
  return isObject(value) ? listAt(value, key).filter(isObject) : [];
}

function numberIn(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
