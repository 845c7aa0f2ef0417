// Evaluations
// A workflow is run on every case of a list, and scorers judge each result between 0 and 1.
import type { Json, JsonObject } from '@skein/kernel';
import type { Interval } from './statistics/interval.ts';

/** A line of the data. */
export interface EvaluationCase {
  /** As written, or made from what the case is given and expected to give: it stays when lines move. */
  readonly id: string;
  /** Its line, from 1. */
  readonly line: number;
  readonly input: Json;
  readonly expected?: Json;
  readonly metadata?: JsonObject;
  readonly tags: readonly string[];
}

/** What a scorer says; a score of null: this case has nothing to do with it. */
export interface Score {
  readonly score: number | null;
  readonly metadata?: Json;
}

export interface Usage {
  readonly steps: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

export interface Trial {
  readonly status: string;
  readonly output: Json;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly usage: Usage;
  readonly scores: { readonly [scorer: string]: Score };
}

export interface JudgedCase {
  readonly id: string;
  readonly line: number;
  readonly tags: readonly string[];
  readonly trials: readonly Trial[];
}

/** The part of a result that a gate holds to. */
export interface Gate {
  /** The mean must not be lower. */
  readonly min?: number;
  /** Compared with the baseline, it may be this much worse. */
  readonly worse?: number;
}

export interface ScoreSummary {
  readonly cases: number;
  readonly mean: number | null;
  readonly interval: Interval | null;
}

export interface Difference {
  /** Cases that both have. */
  readonly cases: number;
  readonly mean: number;
  readonly interval: Interval | null;
  readonly better: readonly string[];
  readonly worse: readonly string[];
  /** How many it would take to notice a difference as large as the gate allows; null where nothing says so. */
  readonly casesNeeded: number | null;
}

export interface ScorerSummary extends ScoreSummary {
  readonly name: string;
  /** Cases whose trials got different scores. */
  readonly flaky: readonly string[];
  /** The cases with the lowest scores, lowest first. */
  readonly worst: readonly { readonly case: string; readonly score: number }[];
  readonly tags: { readonly [tag: string]: ScoreSummary };
  readonly difference: Difference | null;
}

export interface GateResult {
  readonly scorer: string;
  readonly passed: boolean;
  readonly message: string;
}

export interface EvaluationReport {
  readonly eval: 1;
  readonly workflow: string;
  /** What was changed in it, as written. */
  readonly with: readonly string[];
  readonly trials: number;
  readonly cases: readonly JudgedCase[];
  readonly scorers: readonly ScorerSummary[];
  readonly usage: Usage;
  readonly gate: readonly GateResult[];
  readonly passed: boolean;
}
