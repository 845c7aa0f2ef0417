import type { JsonObject } from '@skein/kernel';
import type { LargeValue } from '../schemas/run-json.ts';

/** One item of the stream of a run. */
export type RunUpdateJson = RunEventUpdate | RunTransientUpdate;

/** A row of the journal with the facts derived from it. */
export interface RunEventUpdate {
  readonly type: 'event';
  readonly seq: number;
  readonly event: JsonObject;
  readonly derived: readonly JsonObject[];
  /** In the stream of a tree: the run that it is a row of, and where the stream resumes after it. */
  readonly run?: string;
  readonly cursor?: string;
  /** Where a null stands for a large value. */
  readonly large?: readonly LargeValue[];
}

/** Tokens and progress: not stored, and not repeated. */
export interface RunTransientUpdate {
  readonly type: 'transient';
  readonly node: string;
  readonly activation: number;
  /** In the stream of a tree: the run whose node sent it. */
  readonly run?: string;
  readonly data: JsonObject;
}
