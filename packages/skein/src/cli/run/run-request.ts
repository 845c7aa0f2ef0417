import type { Cassette, Script } from '@skein/agents';
import type { AnswerOptions } from '@skein/engine';
import type { Json } from '@skein/kernel';
import type { ConfiguredOptions } from '../inputs/load-config.ts';
import type { GivenAnswer } from '../inputs/parse-answer.ts';
import type { Reading } from '../inputs/reading.ts';
import type { RunPart } from './read-part.ts';

/** What `skein run` was asked to do. */
export interface RunRequest {
  readonly source: RunSource;
  /** Where the run is kept; `memory` when it is not. */
  readonly store: string;
  /** A run that waits is left to the store. */
  readonly isDetached: boolean;
  readonly input?: Json | undefined;
  readonly reading: Reading;
  /** Only this part is run. */
  readonly part?: RunPart | undefined;
  /** The trigger of the definition whose node it starts at. */
  readonly trigger?: string | undefined;
  /** The shape of the run that is printed; only the output when there is none and no --json. */
  readonly view?: string | undefined;
  readonly script?: Script | undefined;
  readonly cassette?: Cassette | undefined;
  readonly missing?: 'fail' | 'live' | undefined;
  /** Where to write what the run asked and got. */
  readonly record?: string | undefined;
  readonly configured: ConfiguredOptions;
  readonly answers: readonly GivenAnswer[];
  /** Who gives them. */
  readonly answerer?: AnswerOptions | undefined;
  readonly timeoutMs?: number | undefined;
  /** Starting again with it resumes the first run. */
  readonly key?: string | undefined;
  /** Nodes to explain afterwards. */
  readonly explain: readonly string[];
}

export type RunSource =
  | { readonly definition: Json }
  /** A definition that was drawn in a graph database, and is kept under this id. */
  | { readonly definition: Json; readonly drawnAs: string | undefined }
  /** The id of a workflow in the store. */
  | { readonly workflow: string };
