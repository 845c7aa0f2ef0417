import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { EngineError } from '@skein/ports';

/** A module of the user, by its path from a folder or by the name of its package. */
export async function importModule(
  name: string,
  folder: string,
): Promise<{ readonly [name: string]: unknown }> {
  const isPath = name.startsWith('.') || path.isAbsolute(name);
  try {
    const target = isPath ? path.resolve(folder, name) : findPackage(name, folder);
    // A module is an object.
    return (await import(pathToFileURL(target).href)) as { readonly [name: string]: unknown };
  } catch (error) {
    throw moduleInvalid(name, error instanceof Error ? error.message : String(error));
  }
}

/** Beside Skein, or where a file of the folder would find it: a project may use a Skein that is installed elsewhere. */
function findPackage(name: string, folder: string): string {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch {
    return createRequire(path.join(folder, 'skein.config.json')).resolve(name);
  }
}

export function moduleInvalid(name: string, complaint: string): Error {
  return new EngineError('CONFIG_INVALID', {
    file: `the module ${name}`,
    problems: [complaint],
  });
}
