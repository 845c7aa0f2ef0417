// Evaluation files
// What a user writes to measure a workflow. The schema that ships with the package is skein.eval.schema.json; files are checked by it.
import type { Script } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import type { EvaluationCase, Gate, Usage } from '../../evaluations/evaluation.ts';
import type { PersonAnswer } from '../testing/test-file.ts';

/** As written; paths are relative to the folder of the file. */
export interface EvaluationFile {
  readonly $schema?: string;
  readonly eval: 1;
  readonly workflow: string | JsonObject;
  readonly dialect?: string;
  /** A file with one case a line, or the cases themselves. */
  readonly data: string | readonly WrittenCase[];
  /** How often each case is run. */
  readonly trials?: number;
  readonly scorers: readonly WrittenScorer[];
  readonly people?: readonly PersonAnswer[];
  readonly script?: string | JsonObject;
  /** A file with the recordings of the cases, one a line. */
  readonly cassette?: string;
  /** What happens to requests that are not recorded. */
  readonly missing?: 'fail' | 'live';
  readonly gate?: { readonly [scorer: string]: Gate };
}

export interface WrittenCase {
  readonly id?: string;
  readonly input: Json;
  readonly expected?: Json;
  readonly metadata?: JsonObject;
  readonly tags?: readonly string[];
}

export type WrittenScorer = { readonly name?: string } & (
  | { readonly check: string }
  | { readonly module: string }
  | { readonly workflow: string | JsonObject }
  | { readonly usage: keyof Usage; readonly max: number }
);

/** With everything that it names read. */
export interface ReadEvaluation {
  readonly file: string;
  readonly folder: string;
  readonly definition: JsonObject;
  readonly dialect: string | undefined;
  readonly cases: readonly EvaluationCase[];
  readonly trials: number;
  readonly scorers: readonly WrittenScorer[];
  readonly people: readonly PersonAnswer[];
  readonly script: Script | undefined;
  readonly cassetteFile: string | undefined;
  readonly missing: 'fail' | 'live' | undefined;
  readonly gate: { readonly [scorer: string]: Gate };
}
