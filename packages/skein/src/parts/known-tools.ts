// What the configuration says about tools, for whoever only reads definitions: none of it is made here.
import {
  parseToolsConfig,
  toolId,
  toolsConfigKeys,
  type GuardOptions,
  type ToolsConfig,
} from '@skein/agents';
import type { KnownTools } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';

/** The names of the tools, as far as they are known before a server has been started. */
export function knownTools(
  options: Pick<CreateEngineOptions, 'tools' | 'script' | 'cassette' | 'config'>,
): KnownTools {
  const { tools, script, cassette } = options;
  const {
    http,
    a2a,
    postgres,
    mail,
    mcpServers = {},
    openapi = {},
  } = readToolsConfig({ config: options.config }) ?? {};
  return {
    names: new Set([
      ...[tools, script?.tools, cassette?.tools, http?.tools, a2a, postgres, mail].flatMap(
        (table) => Object.keys(table ?? {}),
      ),
      ...foundByName,
    ]),
    // A long name is cut, and ends with a mark of the whole.
    beginnings: [mcpServers, openapi].flatMap((sources) =>
      Object.keys(sources).map((source) => toolId(source, '').slice(0, beginningMax)),
    ),
  };
}

const foundByName = ['askForInput', 'web_search'];
const beginningMax = 40;

/** What the configuration lets requests reach, for nodes that make some. */
export function configuredGuard(
  options: Pick<CreateEngineOptions, 'config'>,
): GuardOptions | undefined {
  const http = readToolsConfig(options)?.http;
  if (http === undefined) return undefined;
  const { tools: _, ...guard } = http;
  return guard;
}

/** Null when it names no tools. */
export function readToolsConfig({
  config = {},
}: Pick<CreateEngineOptions, 'config'>): ToolsConfig | null {
  if (!toolsConfigKeys.some((key) => config[key] !== undefined)) return null;
  // It was read as JSON, or is written as such by the host.
  const parsed = parseToolsConfig(config as unknown as Json);
  if (parsed.config !== null) return parsed.config;
  const errors = parsed.diagnostics.filter(({ severity }) => severity === 'error');
  const problems = errors.map(({ pointer, message }) => `${pointer}: ${message}`);
  throw new EngineError('CONFIG_INVALID', { file: 'its tools', problems });
}
