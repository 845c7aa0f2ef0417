// Test files
// What a user writes to try a workflow: what it is given, who answers, and the expected result. The schema that ships with the
// package is skein.test.schema.json; files are checked by it.
import type { Cassette, Script } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';

/** As written. */
export interface TestFile extends TestDefaults {
  readonly $schema?: string;
  readonly tests: readonly WrittenTest[];
}

interface TestDefaults {
  /** A file, from the folder of the test file, or the definition itself. */
  readonly workflow?: string | JsonObject;
  readonly dialect?: string;
  readonly start?: string;
  readonly script?: string | JsonObject;
  readonly cassette?: string | JsonObject;
  readonly missing?: 'fail' | 'live';
  /** The time at which it begins. */
  readonly startAt?: string;
}

export interface WrittenTest extends TestDefaults {
  readonly name: string;
  readonly input?: Json;
  readonly people?: readonly PersonAnswer[];
  readonly events?: readonly SentEvent[];
  readonly crash?: 'every-boundary';
  readonly expect?: Expectations;
}

/** Used once, in order, when its node asks. */
export interface PersonAnswer {
  readonly node: string;
  readonly answer: Json;
  /** How long the person takes, in virtual time. */
  readonly afterMs?: number;
  /** The workflow must not take this answer. */
  readonly refused?: boolean;
}

export interface SentEvent {
  readonly name: string;
  readonly data?: Json;
  /** After the start of the run, in virtual time. */
  readonly afterMs?: number;
}

export interface Expectations {
  /** Default: completed. */
  readonly status?: string;
  readonly output?: Json;
  /** The code, or some fields of the error. */
  readonly error?: string | JsonObject;
  readonly check?: readonly PathCheck[];
  /** How often each ran, or what is known of it. */
  readonly nodes?: { readonly [node: string]: number | NodeExpectation };
  /** These nodes began in this order, whatever came between. */
  readonly order?: readonly string[];
  readonly usage?: { readonly [what: string]: number | UsageBounds };
  /** Who was asked, in order. */
  readonly waits?: readonly (string | JsonObject)[];
  readonly view?: ViewExpectation;
}

export interface PathCheck {
  /** Into the run, as `output.title` or as a JSON pointer. */
  readonly path: string;
  readonly op: string;
  readonly right?: Json;
  readonly fold?: boolean;
}

export interface NodeExpectation {
  readonly status?: string;
  readonly activations?: number;
}

export interface UsageBounds {
  readonly min?: number;
  readonly max?: number;
}

export interface ViewExpectation {
  /** Default: that of the workflow. */
  readonly dialect?: string;
  /** The view, or the file that holds it; `<id>`, `<time>`, `<number>` and `<text>` stand for any. */
  readonly is: string | JsonObject;
}

/** One test with everything that it names read. */
export interface TestCase extends Omit<WrittenTest, 'workflow' | 'script' | 'cassette'> {
  /** Its place in the file. */
  readonly place: number;
  readonly definition: JsonObject;
  readonly people: readonly PersonAnswer[];
  readonly events: readonly SentEvent[];
  readonly expect: Expectations;
  readonly script?: Script;
  readonly cassette?: Cassette;
  /** `view.is`, read from its file. */
  readonly expectedView?: Json;
}
