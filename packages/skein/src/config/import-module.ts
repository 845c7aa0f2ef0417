import path from 'node:path';
import process from 'node:process';
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
    const said = error instanceof Error ? error.message : String(error);
    throw moduleInvalid(name, `${said}${placeIn(error, folder)}`);
  }
}

/** Where it happened, if that is a file of the user: the module itself, or one that it imports. */
function placeIn(error: unknown, folder: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  // A file that cannot be read as code is named in the first line, one that throws in the first line of the stack that is no part of Node.
  const [, file, line] =
    /^(?:file:\/\/)?(\/.*):(\d+)\n/.exec(stack) ??
    /^ +at .*?\(?file:\/\/(\/(?!.*\/node_modules\/).*?):(\d+):\d+\)?$/m.exec(stack) ??
    [];
  if (file === undefined) return '';
  return `, in ${path.relative(folder, decodeURI(file))}, line ${line}`;
}

/** Beside Skein, or where a file of the folder would find it: a project may use a Skein that is installed elsewhere. */
function findPackage(name: string, folder: string): string {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch {
    // Bundlers of users would try to follow a `createRequire` that they can read.
    const { createRequire } = process.getBuiltinModule('node:module');
    return createRequire(path.join(folder, 'skein.config.json')).resolve(name);
  }
}

export function moduleInvalid(name: string, complaint: string): Error {
  return new EngineError('CONFIG_INVALID', {
    file: `the module ${name}`,
    problems: [complaint],
  });
}
