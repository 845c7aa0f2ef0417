import type { Json } from '@skein/kernel';
import { EngineError, type NodeIo, type NodeMemory } from '@skein/ports';
import {
  addToMemory,
  deleteFromMemory,
  listMemory,
  readMemory,
  setMemory,
  type MemoryParts,
  type Remembering,
} from '../../state/memory/memory-operations.ts';
import { scopeName } from '../../state/memory/scope-name.ts';
import { shortKey } from '../../state/values/short-key.ts';

/** Records what an operation gives back, or gives back what was recorded, as one step of the call. */
export type RecordMemory = <T>(
  name: string,
  operate: (by: Remembering) => Promise<T>,
) => Promise<T>;

export interface MemoryCaller {
  readonly user: string | undefined;
  readonly workflow: string;
}

export function nodeMemory(caller: MemoryCaller, record: RecordMemory): NodeMemory {
  const { user = '', workflow } = caller;
  const place = (key: string, scope?: string) => ({ user, scope: scopeName(scope, workflow), key });
  return {
    get: (key, { scope } = {}) => record('get', (by) => readMemory(by, place(key, scope))),
    set: (key, value, { scope, ...how } = {}) =>
      record('set', (by) => setMemory(by, place(key, scope), { value, ...how })),
    add: (key, value, { scope, ...how } = {}) =>
      record('add', (by) => addToMemory(by, place(key, scope), { value, ...how })),
    list: ({ scope, ...paging } = {}) =>
      record('list', (by) =>
        listMemory(by, { user, scope: scopeName(scope, workflow), ...paging }),
      ),
    delete: (key, { scope } = {}) =>
      record('delete', (by) => deleteFromMemory(by, place(key, scope))),
  };
}

/** For a call that runs: a step writes once, under its key, however often it is called. */
export function recordedBy(
  { store, clock }: MemoryParts,
  io: Pick<NodeIo, 'step' | 'idempotencyKey'>,
): RecordMemory {
  return async <T>(name: string, operate: (by: Remembering) => Promise<T>): Promise<T> => {
    const recorded = await io.step(`memory.${name}`, async (key) => {
      const by = { store, clock, step: shortKey(`${io.idempotencyKey}/${key}`) };
      // What operations give back is plain JSON; their interfaces merely lack an index signature that says so.
      return (await once(operate(by))) as Json;
    });
    // What was recorded under this key is what this very operation gave back.
    return recorded as T;
  };
}

/**
 * What is refused once is refused again. A store that is away is waited for, as the journal waits for it: the step writes once,
 * however often it is made.
 */
async function once<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code, message } = error;
    if (finalCodes.has(code)) throw Object.assign(error, { retry: 'never' });
    const failure = { code, message, retry: 'later', retryForMs: outageMs };
    throw passingCodes.has(code) ? Object.assign(error, { failure }) : error;
  }
}

const outageMs = 24 * 3_600_000;
const passingCodes: ReadonlySet<string> = new Set(['MEMORY_CONTENDED', 'STORE_UNAVAILABLE']);
const finalCodes: ReadonlySet<string> = new Set([
  'MEMORY_CONFLICT',
  'MEMORY_INVALID',
  'MEMORY_TOO_LARGE',
  'MEMORY_UNAVAILABLE',
  'MEMORY_WRONG_TYPE',
]);
