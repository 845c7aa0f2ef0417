// Datasets: cases to measure workflows with, and what the measurements found.
import type { Json, JsonObject } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

export interface DatasetStore {
  /** In place of a case with this id; the dataset is there from its first case on. */
  put(record: CaseRecord): Awaitable<void>;
  get(dataset: string, id: string, user: string): Awaitable<CaseRecord | undefined>;
  /** Oldest first. */
  list(filter: {
    readonly dataset: string;
    readonly user: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<CaseRecord>>;
  delete(dataset: string, id: string, user: string): Awaitable<boolean>;
  /** How many cases it has. */
  count(dataset: string, user: string): Awaitable<number>;
  /** Those of a user, oldest first. */
  names(filter: {
    readonly user: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<DatasetRecord>>;
  /** With all of its cases. */
  drop(dataset: string, user: string): Awaitable<boolean>;
}

export interface DatasetRecord {
  readonly name: string;
  readonly user: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface CaseRecord {
  readonly dataset: string;
  readonly id: string;
  readonly user: string;
  readonly input: Json;
  readonly expected?: Json;
  readonly metadata: JsonObject;
  readonly tags: readonly string[];
  /** The run that it was made of. */
  readonly run?: string;
  readonly createdAt: number;
}

export interface EvaluationStore {
  put(record: EvaluationRecord): Awaitable<void>;
  get(id: string, user: string): Awaitable<EvaluationRecord | undefined>;
  /** Newest first. */
  list(filter: {
    /** Absent: of all users. */
    readonly user?: string;
    readonly status?: EvaluationRecord['status'];
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<EvaluationRecord>>;
  delete(id: string, user: string): Awaitable<boolean>;
}

export interface EvaluationRecord {
  readonly id: string;
  readonly user: string;
  readonly workflow: string;
  readonly version: string;
  readonly dataset: string;
  readonly status: 'running' | 'done' | 'failed';
  /** What was asked for: scorers, trials, the baseline. */
  readonly settings: JsonObject;
  /** What was found; null until it is done. */
  readonly report: Json;
  readonly createdAt: number;
  readonly updatedAt: number;
}
