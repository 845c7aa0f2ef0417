// The files of runs
// F1. A file is stored in parts while it arrives, so that none is ever in memory as a whole; it can be read when all of it is there.
// F2. A file may be read by the tree of runs that it belongs to, and by other runs of the same user.
import { createHash } from 'node:crypto';
import { runId, type Json, type RunId } from '@skein/kernel';
import {
  EngineError,
  fileNamed,
  fileValue,
  type FileAbout,
  type FileStore,
  type FileValue,
  type OpenFile,
} from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';

type FilePorts = Ports<'store' | 'ids' | 'ceilings'>;

/** Some databases keep parts of values in memory several times. */
const partBytes = 512 * 1024;

export interface NewFile extends Pick<FileAbout, 'run' | 'name' | 'type'> {
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** Called with the size of each part that was stored. */
  readonly onStored?: (bytes: number) => void;
}

export async function writeFile(ports: FilePorts, file: NewFile): Promise<FileValue> {
  return fileValue(await storeFile(ports, { ...file, id: ports.ids.next() }));
}

export async function storeFile(
  ports: Ports<'store' | 'ceilings'>,
  { run, id, name, type, bytes, onStored }: NewFile & { readonly id: string },
): Promise<FileAbout> {
  const files = filesOf(ports);
  const file = { run, id };
  const hash = createHash('sha256');
  let size = 0;
  let part = 0;
  try {
    for await (const each of inParts(bytes instanceof Uint8Array ? [bytes] : bytes)) {
      size += each.length;
      checkCanStore(ports, { name, size });
      hash.update(each);
      await files.put(file, part, each);
      part += 1;
      onStored?.(each.length);
    }
  } catch (error) {
    await dropParts(files, file, part + 1);
    throw error;
  }
  const about: FileAbout = { ...file, name, type, size, sha256: hash.digest('hex') };
  await files.finish(about);
  return about;
}

/** Throws when a file of this size cannot be stored here. */
export function checkCanStore(
  ports: Ports<'store' | 'ceilings'>,
  { name, size }: Pick<FileAbout, 'name' | 'size'>,
): void {
  filesOf(ports);
  const { fileBytes: limit } = ports.ceilings;
  if (size > limit) throw final(new EngineError('FILE_TOO_LARGE', { name, limit }));
}

/** What cannot be dropped now is deleted with its run: the caller hears of what went wrong first. */
async function dropParts(
  files: FileStore,
  file: Pick<FileAbout, 'run' | 'id'>,
  parts: number,
): Promise<void> {
  try {
    await files.drop(file, parts);
  } catch {
    // See above.
  }
}

/** The file that a value names, for a run of this tree and user (F2). */
export async function openFile(
  ports: Ports<'store'>,
  value: Json,
  { root, user = '' }: { readonly root: RunId; readonly user: string | undefined },
): Promise<OpenFile> {
  const named = fileNamed(value);
  if (named === null) throw notFound('');
  const files = filesOf(ports);
  // The runs of a bundle may have new ids, and bring their files along.
  const own = await files.about({ run: root, id: named.id });
  if (own !== undefined) return opened(files, own);
  const maker = await ports.store.runs.get(runId(named.run));
  if (maker === undefined || (maker.user ?? '') !== user) throw notFound(named.id);
  const found = await files.about({ run: maker.root ?? maker.id, id: named.id });
  if (found === undefined) throw notFound(named.id);
  return opened(files, found);
}

/** A file of the tree of a run, by its id. */
export async function fileOfRun(ports: Ports<'store'>, run: RunId, id: string): Promise<OpenFile> {
  const files = filesOf(ports);
  const about = await files.about({ run: await rootOf(ports, run), id });
  if (about === undefined) throw notFound(id);
  return opened(files, about);
}

export async function filesOfRun(ports: Ports<'store'>, run: RunId): Promise<readonly FileAbout[]> {
  const root = await rootOf(ports, run);
  return ports.store.files?.list(root) ?? [];
}

async function rootOf({ store }: Ports<'store'>, run: RunId): Promise<RunId> {
  const record = await store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return record.root ?? record.id;
}

export async function readWhole(file: OpenFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of file.bytes()) parts.push(part);
  return Buffer.concat(parts);
}

export function openedFile(ports: Ports<'store'>, about: FileAbout): OpenFile {
  return opened(filesOf(ports), about);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function opened(files: FileStore, about: FileAbout): OpenFile {
  return { ...about, bytes: () => readParts(files, about) };
}

async function* readParts(files: FileStore, about: FileAbout): AsyncGenerator<Uint8Array> {
  for (let read = 0, part = 0; read < about.size; part += 1) {
    const bytes = await files.part(about, part);
    // Its run was deleted meanwhile.
    if (bytes === undefined) throw notFound(about.id);
    read += bytes.length;
    yield bytes;
  }
}

/** The same bytes in pieces of one size, but for the last. */
async function* inParts(
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    let rest = piece;
    while (size + rest.length >= partBytes) {
      const taken = rest.subarray(0, partBytes - size);
      yield Buffer.concat([...pieces, taken]);
      rest = rest.subarray(taken.length);
      pieces = [];
      size = 0;
    }
    if (rest.length > 0) pieces.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

function filesOf({ store }: Ports<'store'>): FileStore {
  if (store.files === undefined) throw final(new EngineError('FILES_UNSUPPORTED', {}));
  return store.files;
}

function notFound(file: string): Error {
  return final(new EngineError('RUN_FILE_NOT_FOUND', { file }));
}

/** Another attempt of the node would come to the same. */
function final(error: Error): Error {
  return Object.assign(error, { retry: 'never' });
}
