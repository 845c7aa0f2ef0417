// What `skein import` is given
// Files, folders of them and ZIP archives, one document after the other. A document that cannot be read does not keep the others from being read.
import { readFile, stat } from 'node:fs/promises';
import process from 'node:process';
import { parseDocument } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { problemError, toCommandError, type CommandError } from '../errors/command-error.ts';
import { filesBelow } from './files-below.ts';
import { unreadable } from './read-definition.ts';
import { isZip, readZip } from './read-zip.ts';

export interface ImportedDocument {
  /** As people know it: the path, and inside of archives the name of the entry after it. */
  readonly file: string;
  readonly source: Json;
}

export type ReadSource = ImportedDocument | { readonly file: string; readonly error: CommandError };

const endings = /\.(?:json|ya?ml|asl)$/i;
/** Bytes of a file; an archive may be as large. */
const bytesMax = 200_000_000;

/** All documents of the arguments of a command, in their order. */
export async function* importSources(paths: readonly string[]): AsyncGenerator<ReadSource> {
  for (const path of paths) {
    if (path !== '-' && (await isFolder(path))) {
      for (const file of await documentsBelow(path)) yield* readFileSources(file);
    } else yield* readFileSources(path);
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    throw problemError('FILE_NOT_FOUND', { file: path });
  }
}

async function documentsBelow(folder: string): Promise<readonly string[]> {
  const all = await filesBelow(folder, '');
  return all.filter((file) => endings.test(file) || /\.zip$/i.test(file));
}

async function* readFileSources(file: string): AsyncGenerator<ReadSource> {
  try {
    const bytes = await readBytes(file);
    if (isZip(bytes)) yield* readArchive(file, bytes);
    else yield await readDocument(file, bytes.toString('utf8'));
  } catch (error) {
    yield { file, error: toCommandError(error) };
  }
}

async function readBytes(file: string): Promise<Buffer> {
  if (file === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }
  const { size } = await stat(file);
  if (size > bytesMax) throw problemError('TOO_LARGE', { what: file, limit: `${bytesMax} bytes` });
  return readFile(file);
}

async function* readArchive(file: string, bytes: Buffer): AsyncGenerator<ReadSource> {
  const zip = readZip(bytes);
  if (!zip.ok) throw problemError('FILE_UNREADABLE', { file, reason: zip.reason });
  for (const { name, read } of zip.entries) {
    if (!endings.test(name)) continue;
    const place = `${file}/${name}`;
    const found = read();
    if (found.ok) yield await readDocument(place, found.text);
    else {
      const error = problemError('FILE_UNREADABLE', { file: place, reason: found.reason });
      yield { file: place, error: toCommandError(error) };
    }
  }
}

async function readDocument(file: string, text: string): Promise<ReadSource> {
  const parsed = await parseDocument(text, { name: file });
  if (parsed.ok) return { file, source: parsed.json };
  return { file, error: toCommandError(unreadable(file, parsed.diagnostics)) };
}
