// Building workflows by tools
// What a coding agent, or the assistant of the studio, needs to write a workflow: the parts there are, examples, documents, and ways to
// check, save, try and explain. The program that composes the server offers it.
import type { Json, JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';

export interface BuildingHost {
  readonly engine: Engine;
  /** Whose workflows; absent: those without an owner. */
  readonly user?: string | undefined;
  /** Of drafts that were saved here: the published version that each is based on. */
  readonly bases: Map<string, string>;
  /** By workflow: the draft that is worked on, which is meant where no version is named. */
  readonly drafts: Map<string, string>;
  /** Why nothing is published by these tools; absent: they may, when they are told to. */
  readonly refusesPublishing?: string | undefined;
  readonly nodeTypes: () => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  readonly examples: () => readonly BuildingExample[];
  readonly documents: () => readonly BuildingDocument[];
  /** Runs a definition once, in virtual time. Nothing outside is reached unless `isLive`. */
  readonly tryOut: (given: Trial) => Promise<TriedRun>;
  /** Why a node ran or not, in a run of the store or one that was tried. */
  readonly explain: (run: string, node: string) => Promise<readonly string[]>;
  /** Plays tests of a definition, written as in a test file. */
  readonly test: (definition: JsonObject, tests: readonly JsonObject[]) => Promise<Json>;
  /** Called with internal failures. */
  readonly onProblem: (error: unknown) => void;
}

export interface BuildingExample {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly definition: JsonObject;
  /** Of a run that shows what it does, and the replies of models in it. */
  readonly input?: Json;
  readonly script?: JsonObject;
}

export interface BuildingDocument {
  /** Its file, without the ending. */
  readonly name: string;
  readonly text: string;
}

export interface Trial {
  readonly definition: JsonObject;
  readonly input: Json;
  /** Replies of the offline model; undefined: it echoes. */
  readonly script: JsonObject | undefined;
  /** What people answer, by node, each once and in order. */
  readonly answers: readonly { readonly node: string; readonly answer: Json }[];
  readonly isLive: boolean;
}

export interface TriedRun {
  /** What the run is called in `explain_run`. */
  readonly id: string;
  readonly result: JsonObject;
}
