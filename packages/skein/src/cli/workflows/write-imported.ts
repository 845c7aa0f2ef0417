// Imported workflows become files
// All names are found before the first file is written: a file that is there already stops everything, and is never replaced by accident.
import { lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ownValue, type JsonObject } from '@skein/kernel';
import { problemError } from '../errors/command-error.ts';
import { jsonText } from '../output/json-text.ts';
import { writeText } from '../output/write-text.ts';
import type { ImportedFile } from './imported-file.ts';

interface Place {
  readonly folder: string;
  /** Whether files that are there already are replaced. */
  readonly replaces: boolean;
}

export async function writeImported(
  files: readonly ImportedFile[],
  { folder, replaces }: Place,
): Promise<readonly ImportedFile[]> {
  const taken = new Set<string>();
  const named = files.map((made) => ({ made, texts: textsOf(made, folder, taken) }));
  if (!replaces) await refuseExisting(named.flatMap(({ texts }) => [...texts.keys()]));
  const written: ImportedFile[] = [];
  for (const { made, texts } of named) {
    if (texts.size > 0) await mkdir(folder, { recursive: true });
    for (const [file, definition] of texts) await writeText(file, `${jsonText(definition)}\n`);
    written.push({ ...made, out: [...texts.keys()] });
  }
  return written;
}

function textsOf(
  made: ImportedFile,
  folder: string,
  taken: Set<string>,
): ReadonlyMap<string, JsonObject> {
  if (made.definition === null) return new Map();
  return new Map(
    [made.definition, ...made.more].map((definition, place) => [
      path.join(folder, freeName(nameOf(made, definition, place), taken)),
      definition,
    ]),
  );
}

async function refuseExisting(names: readonly string[]): Promise<void> {
  const files: string[] = [];
  for (const name of names) {
    // A link that leads nowhere is there too.
    if ((await lstat(name).catch(() => null)) !== null) files.push(name);
  }
  if (files.length > 0) throw problemError('FILES_EXIST', { files });
}

/** Of a name in a file of others only letters and digits are taken: it can leave no folder. */
function nameOf({ file }: ImportedFile, definition: JsonObject, place: number): string {
  const title = ownValue(definition, 'name');
  const base =
    place === 0
      ? path.basename(file).replace(/\.\w+$/, '')
      : typeof title === 'string'
        ? title
        : 'workflow';
  const plain = Array.from(base.normalize('NFKC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-'))
    .slice(0, 80)
    .join('');
  return plain.replaceAll(/^[-.]+|[-.]+$/g, '') || 'workflow';
}

function freeName(base: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? `${base}.json` : `${base}-${count}.json`;
    const key = name.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}
