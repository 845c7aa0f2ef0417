// Large bodies and definitions
// The thread that answers everybody does not read them: another one parses and checks the text, and here it only becomes a value,
// in pieces. What is small is read here, and pays for nothing of this.
// L1. What a thread finds out is what would have been found out here. A definition with node types of the host that have code to
//     check or to describe their nodes is read here: threads do not have that code.
import type { ImportedText, Json, RouteName } from '@skein/api';
import type { CheckedDefinition, CheckElsewhere } from '@skein/engine';
import {
  EngineError,
  isLargerThan,
  ThreadPool,
  writeInPieces,
  type ThreadPoolOptions,
} from '@skein/ports';
import type {
  CheckAnswer,
  ConvertAnswer,
  ImportAnswer,
  LargeJob,
  LargeReading,
  ReadAnswer,
  RefusedJob,
} from './large-jobs.ts';
import { readInPieces } from './read-in-pieces.ts';

/** What the program that composes the server gives for it. */
export interface LargeWorkOptions extends Pick<ThreadPoolOptions, 'entry' | 'setup'> {
  /** The same check on this thread. */
  readonly checkHere: (definition: unknown, reading: LargeReading) => CheckedDefinition;
}

export interface LargeWorkLimits {
  /** From how many bytes on a body or definition is large; default 32,768. */
  readonly largeBytes?: number;
  /** How long a thread may work on one; default 30,000. */
  readonly largeMs?: number;
  /** Default 2. */
  readonly largeThreads?: number;
}

export interface LargeWork {
  readonly fromBytes: number;
  readonly isLarge: (value: unknown) => boolean;
  /** The body of a request, as its route has it. */
  readonly read: (route: RouteName, body: Uint8Array, user: string) => Promise<Json>;
  /** Of a text that does not become a value here; undefined when it refers to what is stored elsewhere. */
  readonly checkText: (
    body: Uint8Array,
    reading: LargeReading,
    user: string,
  ) => Promise<CheckedDefinition | undefined>;
  readonly checker: (user: string) => CheckElsewhere;
  /** The answer to a conversion as text; undefined for what is small, or can only be converted here. */
  readonly convert: (
    definition: unknown,
    to: { readonly to: string; readonly reading: LargeReading; readonly user: string },
  ) => Promise<string | undefined>;
  /** A file of another product, converted. */
  readonly import: (given: ImportedText, user: string) => Promise<ImportAnswer>;
  /** How many jobs threads have done. */
  readonly done: () => number;
  readonly close: () => Promise<void>;
}

const waitingMax = 64;
const memoryMb = 1024;
const idleMs = 30_000;

export function createLargeWork(
  { entry, setup, checkHere }: LargeWorkOptions,
  { largeBytes = 32_768, largeMs: limitMs = 30_000, largeThreads = 2 }: LargeWorkLimits = {},
): LargeWork {
  const pool = new ThreadPool({
    entry,
    setup,
    threadsMax: largeThreads,
    waitingMax,
    limitMs,
    memoryMb,
    idleMs,
  });
  const ask = async <Found>(job: LargeJob, user: string, what: string): Promise<Found> => {
    // The thread answers each job with what its type says.
    const answer = (await pool.run(job, { user, what })) as Found | RefusedJob;
    if (isRefused(answer)) throw problemOf(answer);
    return answer;
  };
  const checker =
    (user: string): CheckElsewhere =>
    (definition, reading) => {
      if (!isLargerThan(definition, largeBytes)) return undefined;
      return (async () => {
        const text = await writeInPieces(definition);
        const job = { type: 'check', text, reading, isWhole: true } as const;
        const answer = await ask<Exclude<CheckAnswer, RefusedJob>>(job, user, what.definition);
        return answer.type === 'checked' ? answer.checked : checkHere(definition, reading);
      })();
    };
  return {
    fromBytes: largeBytes,
    isLarge: (value) => isLargerThan(value, largeBytes),
    checker,
    async read(route, body, user) {
      const job = { type: 'read', route, body } as const;
      const { text } = await ask<Exclude<ReadAnswer, RefusedJob>>(job, user, what.body);
      return readInPieces(text ?? textOf(body));
    },
    async checkText(body, reading, user) {
      const job = { type: 'check', text: body, reading, isWhole: false } as const;
      const answer = await ask<Exclude<CheckAnswer, RefusedJob>>(job, user, what.definition);
      if (answer.type === 'checked') return answer.checked;
      if (answer.type === 'incomplete') return undefined;
      return checkHere(await readInPieces(textOf(body)), reading);
    },
    async convert(definition, { to, reading, user }) {
      if (!isLargerThan(definition, largeBytes)) return undefined;
      const text = await writeInPieces(definition);
      const job = { type: 'convert', text, to, reading } as const;
      const answer = await ask<Exclude<ConvertAnswer, RefusedJob>>(job, user, what.definition);
      return answer.type === 'converted' ? answer.text : undefined;
    },
    // However short a file is: how long its conversion takes is up to whoever wrote it.
    import: (given, user) => ask<ImportAnswer>({ type: 'import', ...given }, user, what.file),
    done: () => pool.done,
    close: () => pool.close(),
  };
}

const what = {
  body: 'Reading the body',
  definition: 'Checking the definition',
  file: 'Converting the file',
};

function isRefused(answer: unknown): answer is RefusedJob {
  // Every answer has a type.
  return (answer as { readonly type: unknown }).type === 'refused';
}

function problemOf({ code, details }: RefusedJob): EngineError {
  // Code and details came from an error of the same catalogue.
  return new EngineError(code, details as never);
}

/** As a decoder of bytes that need not be UTF-8 does it; ten times as fast. */
function textOf(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
