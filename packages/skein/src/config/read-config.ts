// Reads the configuration
// The file is the one of --config, else of SKEIN_CONFIG, else skein.config.json in the working folder. A key of the environment
// takes the place of the whole key in the file: `store` is SKEIN_STORE, `mcpServers` is SKEIN_MCP_SERVERS, as JSON unless it is
// a text.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkJsonSchema, type Environment } from '@skein/agents';
import { parseJson } from '@skein/dialects';
import { isObject, setOwn, type Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { packageFile } from '../package-file.ts';
import type { LoadedConfig, SkeinConfig } from './skein-config.ts';

const usualName = 'skein.config.json';

export interface ConfigSource {
  /** Of --config. */
  readonly file?: string | undefined;
  readonly folder: string;
  readonly environment: Environment;
}

export function readConfig({ file, folder, environment }: ConfigSource): LoadedConfig {
  const found = findFile({ file, folder, environment });
  const written = found === null ? {} : readFile(found);
  const name = found ?? 'the environment';
  if (!isObject(written)) throw invalid(name, ['it must be an object']);
  const merged: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(written)) setOwn(merged, key, value);
  for (const [key, value] of fromEnvironment(environment)) setOwn(merged, key, value);
  if (Object.keys(merged).length > 0) check(merged, name);
  return {
    // The schema says that it has this form.
    config: merged as SkeinConfig,
    file: found,
    folder: found === null ? folder : path.dirname(found),
  };
}

function findFile({ file, folder, environment }: ConfigSource): string | null {
  const named = file ?? (environment['SKEIN_CONFIG'] || undefined);
  if (named === undefined) {
    const usual = path.join(folder, usualName);
    return existsSync(usual) ? usual : null;
  }
  const wanted = path.resolve(folder, named);
  if (!existsSync(wanted)) throw new EngineError('FILE_NOT_FOUND', { file: named });
  return wanted;
}

function readFile(file: string): Json {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  if (parsed.ok) return parsed.json;
  throw invalid(
    file,
    // The sentence that they become a part of has a full stop of its own.
    parsed.diagnostics.map(({ message }) => message.replace(/\.$/, '')),
  );
}

/** Each key of the schema has a variable. */
function fromEnvironment(environment: Environment): readonly (readonly [string, Json])[] {
  return configKeys.flatMap((key): readonly (readonly [string, Json])[] => {
    const variable = variableOf(key);
    const text = environment[variable];
    if (text === undefined || text === '') return [];
    if (key === 'store') return [[key, text]];
    const parsed = parseJson(text);
    if (parsed.ok) return [[key, parsed.json]];
    // Not the text itself: what was meant for another variable may be a secret.
    throw invalid(`the variable ${variable}`, ['it is not JSON']);
  });
}

const configKeys = [
  'store',
  'providers',
  'models',
  'functions',
  'limits',
  'mcpServers',
  'http',
  'openapi',
  'a2a',
  'postgres',
  'mail',
  'connections',
  'secrets',
  'server',
  'telemetry',
] as const;

/** `mcpServers` is SKEIN_MCP_SERVERS. */
function variableOf(key: string): string {
  return `SKEIN_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function check(config: Json, name: string): void {
  const checked = checkJsonSchema(readSchema(), config, { isAlone: true });
  if (checked.result === 'misfit') throw invalid(name, checked.problems);
}

function readSchema(): Json {
  // It ships with this code, and is JSON.
  return JSON.parse(readFileSync(packageFile('skein.config.schema.json'), 'utf8')) as Json;
}

function invalid(file: string, problems: readonly string[]): Error {
  return new EngineError('CONFIG_INVALID', { file, problems });
}
