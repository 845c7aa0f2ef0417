// Modules of the configuration
// They run with all rights of this process, so only the configuration can name them, never a definition.
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { importModule, moduleInvalid } from './import-module.ts';
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

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
