import process from 'node:process';
import type { CreateEngineOptions } from '../../config/engine-options.ts';
import { loadModules, type Registered } from '../../config/load-modules.ts';
import { readConfig } from '../../config/read-config.ts';
import type { LoadedConfig } from '../../config/skein-config.ts';
import { collectWorkflows, withWorkflowTypes } from '../../typed/register-workflows.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';

export type ConfiguredOptions = Registered & Pick<CreateEngineOptions, 'config' | 'folder'>;

/** What the configuration says about an engine: of --config, else of the folder that the command runs in. */
export async function loadConfig(given: ParsedArguments): Promise<ConfiguredOptions> {
  const loaded = configOf(given);
  const { config, folder } = loaded;
  return { ...(await loadModules(loaded)), config, folder };
}

export function configOf(given: ParsedArguments): LoadedConfig {
  return readConfig({
    file: given.one('config'),
    folder: process.cwd(),
    environment: process.env,
  });
}

/** The same with the node types and functions that its workflows and agents bring, for whoever only reads definitions. */
export async function loadRegistered(given: ParsedArguments): Promise<ConfiguredOptions> {
  const options = await loadConfig(given);
  return withWorkflowTypes(options, collectWorkflows(options));
}
