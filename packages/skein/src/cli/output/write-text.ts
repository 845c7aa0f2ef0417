// Writing files
// Writes are atomic: the text goes into a new file beside it, which is then renamed. Readers never see half a file, not even
// after a crash.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { problemError } from '../errors/command-error.ts';

export async function writeText(file: string, text: string): Promise<void> {
  await orProblem(file, () => replaceFile(file, text));
}

/** At the end of a file. Whoever reads it finds half of it, if the process dies just then. */
export async function addText(file: string, text: string): Promise<void> {
  await orProblem(file, () => fs.promises.appendFile(file, text));
}

async function orProblem(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw problemError('FILE_NOT_WRITTEN', { file, reason });
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const known = await fs.promises.stat(file).catch(() => null);
  // A pipe or a device cannot be replaced, and has no half.
  if (known !== null && !known.isFile()) return fs.promises.writeFile(file, text);
  const target = known === null ? file : await fs.promises.realpath(file);
  const beside = `${target}.${randomUUID()}.tmp`;
  try {
    await fs.promises.writeFile(beside, text, {
      flag: 'wx',
      ...(known === null ? {} : { mode: known.mode }),
    });
    await fs.promises.rename(beside, target);
  } catch (error) {
    await fs.promises.rm(beside, { force: true });
    throw error;
  }
}
