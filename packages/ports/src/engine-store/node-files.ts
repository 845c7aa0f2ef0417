// Files as values
// A file is passed from node to node as a small value that names it: `{ "$file": { "run", "id", "name", "type", "size" } }`. Its bytes
// are in the store, and in no journal.
// V1. Anybody can write such a value. Whose file it is, and what it is, is looked up when it is opened.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { FileAbout } from './file-store.ts';

export type FileValue = {
  readonly $file: {
    readonly run: string;
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly size: number;
  };
};

export interface OpenFile extends FileAbout {
  /** From the beginning, each time. */
  bytes(): AsyncIterable<Uint8Array>;
}

export interface NodeFiles {
  /**
   * Stores bytes as a file of the run. Best inside `io.step`, which records the value: a later attempt is given the same file. More
   * than the engine allows (`fileBytes`) fails with FILE_TOO_LARGE.
   */
  write(
    about: Pick<FileAbout, 'name' | 'type'>,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
  ): Promise<FileValue>;
  /** The file that a value names; RUN_FILE_NOT_FOUND when it is none of this tree of runs or of another run of the same user. */
  open(value: Json): Promise<OpenFile>;
  /** All its bytes. */
  read(value: Json): Promise<Uint8Array>;
}

/** Which file a value names; null when it names none. */
export function fileNamed(value: Json): { readonly run: string; readonly id: string } | null {
  const named: Json = isObject(value) ? (ownValue(value, '$file') ?? null) : null;
  if (!isObject(named)) return null;
  const [run, id] = [ownValue(named, 'run'), ownValue(named, 'id')];
  return typeof run === 'string' && typeof id === 'string' ? { run, id } : null;
}

export function fileValue({ run, id, name, type, size }: FileAbout): FileValue & JsonObject {
  return { $file: { run, id, name, type, size } };
}
