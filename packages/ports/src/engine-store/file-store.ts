// Files of runs
// Bytes that values only name. They are stored in parts, under the run at the top of the tree that they belong to, and are deleted
// with it.
// F1. A file exists when it is finished: before that nobody can read it, and what a crash has left of it is deleted with its run.
import type { RunId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';

export interface FileAbout {
  readonly id: string;
  /** The run at the top of the tree that it belongs to. */
  readonly run: RunId;
  readonly name: string;
  /** A media type, as whoever made it said. */
  readonly type: string;
  readonly size: number;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

export interface FileStore {
  /** A part that exists is replaced. Parts have numbers from 0. */
  put(file: Pick<FileAbout, 'id' | 'run'>, part: number, bytes: Uint8Array): Awaitable<void>;
  /** Undefined when there is no such part. */
  part(file: Pick<FileAbout, 'id' | 'run'>, part: number): Awaitable<Uint8Array | undefined>;
  /** Deletes so many parts of a file that will not be finished. */
  drop(file: Pick<FileAbout, 'id' | 'run'>, parts: number): Awaitable<void>;
  /** All its parts are stored (F1). */
  finish(about: FileAbout): Awaitable<void>;
  /** Undefined when there is none, or it is not finished. */
  about(file: Pick<FileAbout, 'id' | 'run'>): Awaitable<FileAbout | undefined>;
  /** The finished files of a tree. */
  list(run: RunId): Awaitable<readonly FileAbout[]>;
}
