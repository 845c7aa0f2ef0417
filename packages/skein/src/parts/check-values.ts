// Large values and their schemas
// Schemas of users decide what the check of a value costs. The thread that answers everybody takes few steps for one (dialects A850): what
// is large is looked at by a thread of its own, before it is checked here.
// C1. What a thread finds out is what would have been found out here, about this very value.
// C2. Threads are started for the first large value: who has none pays nothing.
import { existsSync } from 'node:fs';
import { checkJsonSchema, rememberCheck } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import {
  isLargerThan,
  ThreadPool,
  writeInPieces,
  type CheckAhead,
  type CheckAheadOptions,
  type SchemaCheck,
} from '@skein/ports';
import { packageFile } from '../package-file.ts';

export interface ValueCheckLimits {
  /** From how many bytes on a value is large; default 32,768. */
  readonly largeBytes?: number;
  /** How long a thread may work on one; default 30,000. */
  readonly largeMs?: number;
  /** Default 2. */
  readonly largeThreads?: number;
}

export interface ValueChecks {
  readonly ahead: CheckAhead;
  readonly close: () => Promise<void>;
}

/** What a thread is asked; it answers with a `SchemaCheck`. */
export interface ValueJob {
  readonly schema: string;
  readonly value: string;
}

const largeBytesDefault = 32_768;
const waitingMax = 64;
const memoryMb = 1024;
const idleMs = 30_000;

export function checkValues({
  largeBytes = largeBytesDefault,
  largeMs: limitMs = 30_000,
  largeThreads: threadsMax = 2,
}: ValueCheckLimits = {}): ValueChecks {
  let pool: ThreadPool | undefined;
  const options = { setup: null, threadsMax, waitingMax, limitMs, memoryMb, idleMs };
  const check = async (
    schema: Json,
    value: Json,
    { user = '', isPatient }: CheckAheadOptions,
  ): Promise<SchemaCheck> => {
    const entry = pool === undefined ? entryFile() : undefined;
    if (entry !== undefined) pool = new ThreadPool({ ...options, entry });
    // Somebody has bundled the package into a file of their own.
    if (pool === undefined) return checkAlone(schema, value);
    const job: ValueJob = {
      schema: await writeInPieces(schema),
      value: await writeInPieces(value),
    };
    // What the thread answers.
    return (await pool.run(job, { user, what: 'Checking the value', isPatient })) as SchemaCheck;
  };
  return {
    ahead(schema, value, given) {
      if (!isLargerThan(value, largeBytes)) return undefined;
      return check(schema, value, given).then((found) => rememberCheck(schema, value, found));
    },
    close: async () => pool?.close(),
  };
}

/** For a process in which nobody else waits, such as a test of workflows. */
export const checkValuesHere: CheckAhead = (schema, value) => {
  if (isLargerThan(value, largeBytesDefault))
    rememberCheck(schema, value, checkAlone(schema, value));
  return undefined;
};

function checkAlone(schema: Json, value: Json): SchemaCheck {
  return checkJsonSchema(schema, value, { isAlone: true });
}

/** The source in the repository, the built file in an installed package. */
function entryFile(): URL | undefined {
  const files = [
    packageFile('src/parts/check-values-main.ts'),
    packageFile('dist/check-values.js'),
  ];
  return files.find((file) => file.protocol === 'file:' && existsSync(file));
}
