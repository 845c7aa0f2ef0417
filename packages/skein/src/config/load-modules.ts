// Modules of the configuration
// They run with all rights of this process, so only the configuration can name them, never a definition.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { EngineError } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import type { LoadedConfig } from './skein-config.ts';

export type Registered = Pick<
  CreateEngineOptions,
  'functions' | 'tools' | 'nodeTypes' | 'dataflow' | 'workflows' | 'agents'
>;

const tableNames = ['functions', 'tools', 'nodeTypes', 'dataflow'] as const;
const listNames = ['workflows', 'agents'] as const;

/** What the modules export under these names, together; of a table, a later module wins. */
export async function loadModules({ config, folder }: LoadedConfig): Promise<Registered> {
  const registered: { [name: string]: object } = {};
  for (const name of config.functions ?? []) {
    const module = await importModule(name, folder);
    const tables = tableNames.filter((each) => isTable(module[each]));
    const lists = listNames.filter((each) => Array.isArray(module[each]));
    if (tables.length + lists.length === 0)
      throw moduleInvalid(name, `it exports none of ${[...tableNames, ...listNames].join(', ')}`);
    for (const each of tables)
      // It was found to be a table.
      registered[each] = { ...registered[each], ...(module[each] as object) };
    for (const each of lists)
      // Both were found to be lists.
      registered[each] = [
        ...((registered[each] ?? []) as readonly unknown[]),
        ...(module[each] as readonly unknown[]),
      ];
  }
  // What is in them is checked where it is registered.
  return registered as Registered;
}

async function importModule(
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

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function moduleInvalid(name: string, complaint: string): Error {
  return new EngineError('CONFIG_INVALID', {
    file: `the module ${name}`,
    problems: [complaint],
  });
}
