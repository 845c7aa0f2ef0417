// Where a server listens and what it writes down: flags count before the environment, that before the configuration.
import process from 'node:process';
import { usageError } from '../errors/command-error.ts';
import { configOf } from '../inputs/load-config.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { readPort } from './port-of.ts';
import { readSeconds } from './read-seconds.ts';

export const logForms = ['text', 'json', 'off'] as const;
export type LogForm = (typeof logForms)[number];

export interface ServeSettings {
  readonly port: number;
  readonly host: string;
  readonly log: LogForm;
  /** How long it drains. */
  readonly drainMs: number;
}

const usualPort = '4680';
const usualDrain = 10;

export function serveSettings(
  given: ParsedArguments,
  { isTerminal }: { readonly isTerminal: boolean },
): ServeSettings {
  const { server = {} } = configOf(given).config;
  const { port, host = '127.0.0.1', log = isTerminal ? 'text' : 'off' } = server;
  const named = settingOf(given, 'port', String(port ?? usualPort));
  const drain = settingOf(given, 'drain', String(server.drain ?? usualDrain));
  return {
    port: readPort(named.name, named.value),
    host: settingOf(given, 'host', host).value,
    log: logOf(settingOf(given, 'log', log)),
    drainMs: readSeconds(drain.name, drain.value),
  };
}

interface Setting {
  /** As its user wrote it: `--port`, or `SKEIN_PORT=`. */
  readonly name: string;
  readonly value: string;
}

function settingOf(given: ParsedArguments, name: string, otherwise: string): Setting {
  const flag = given.one(name);
  if (flag !== undefined) return { name: `--${name} `, value: flag };
  const variable = `SKEIN_${name.toUpperCase()}`;
  const value = process.env[variable];
  const isSet = value !== undefined && value !== '';
  return { name: `${variable}=`, value: isSet ? value : otherwise };
}

function logOf({ name, value }: Setting): LogForm {
  const found = logForms.find((form) => form === value);
  if (found !== undefined) return found;
  throw usageError(`${name}${value} is not a log format.`, `Use ${logForms.join(', ')}.`);
}
