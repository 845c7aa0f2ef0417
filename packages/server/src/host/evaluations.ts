import type { Json, JsonObject } from '@skein/api';
import type { RunJson } from '@skein/engine';

/** How results are scored and summed up; the program that composes the server offers it. */
export interface HostEvaluations {
  /** What is wrong with a scorer; null: nothing. */
  complaint(scorer: JsonObject): Promise<string | null>;
  /** Of a run that has ended. `judge` runs a workflow of the user and gives its output. */
  score(
    scorer: JsonObject,
    judged: { readonly given: ScoredCase; readonly run: RunJson },
    judge: (workflow: string, input: Json) => Promise<Json>,
  ): Promise<JsonObject>;
  /** Everything that was found, as one document; `baseline` is such a document. */
  report(found: {
    readonly workflow: string;
    readonly scorers: readonly JsonObject[];
    readonly trials: number;
    readonly cases: readonly EvaluatedCase[];
    readonly baseline: Json;
  }): Promise<Json>;
  nameOf(scorer: JsonObject): string;
}

interface ScoredCase {
  readonly id: string;
  readonly input: Json;
  readonly expected?: Json | undefined;
  readonly metadata: JsonObject;
}

export interface EvaluatedCase {
  readonly id: string;
  readonly line: number;
  readonly tags: readonly string[];
  readonly trials: readonly EvaluatedTrial[];
}

export interface EvaluatedTrial {
  /** The run, to be looked at and compared. */
  readonly run: string;
  readonly status: string;
  readonly output: Json;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly usage: RunJson['usage'];
  readonly scores: { readonly [scorer: string]: JsonObject };
}
