import { usageError } from '../errors/command-error.ts';
import { filesBelow } from '../inputs/files-below.ts';

const ending = '.test.json';

/** Test files below a folder, in the order of their names. */
export async function findTestFiles(folder: string): Promise<readonly string[]> {
  const found = await filesBelow(folder, ending);
  if (found.length > 0) return found;
  const hint = `Name the files, or give them names that end with ${ending}.`;
  throw usageError(`There is no file *${ending} in this folder or below it.`, hint);
}
