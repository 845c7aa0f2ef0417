import { readFileSync } from 'node:fs';
import process from 'node:process';
import { problemError } from '../errors/command-error.ts';

/** The text of a file, or of stdin for `-`. */
export async function readText(file: string): Promise<string> {
  try {
    // At once: a command has nothing else to do yet, and the threads that would read it meanwhile take longer to start than a file to read.
    return file === '-' ? await readStdin() : readFileSync(file, 'utf8');
  } catch (error) {
    // What reading a file throws.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw problemError('FILE_NOT_FOUND', { file });
    throw problemError('FILE_UNREADABLE', { file, reason: reasonOf(error) });
  }
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  // What reading a file throws.
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code ?? '') {
    case 'EISDIR':
      return 'it is a folder.';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read.';
    case 'ERR_INVALID_ARG_VALUE':
      return 'its name is not a valid file name.';
    default:
      return message;
  }
}
