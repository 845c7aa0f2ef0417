// `skein secrets`: names and hosts of the encrypted store; a value goes in by stdin and never comes out
import path from 'node:path';
import process from 'node:process';
import { configuredSecrets, parseToolsConfig, type SecretFile } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { asCommandError } from '../errors/as-command-error.ts';
import type { CommandCall } from '../arguments/command.ts';
import { CommandFailure, usageError } from '../errors/command-error.ts';
import { configOf } from '../inputs/load-config.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { printJson } from '../output/print-json.ts';
import { readText } from '../inputs/read-text.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import { visibleLine } from '../output/visible-text.ts';

export async function secretsCommand(call: CommandCall): Promise<number> {
  const [action, ...names] = call.arguments.positionals;
  const perform = action === undefined ? undefined : actions.get(action);
  if (perform === undefined)
    throw usageError(`There is no \`skein secrets ${action}\`.`, 'Choose from: set, ls, rm.');
  const ask = remoteCall(call.arguments);
  try {
    return await perform(call, placeOf(call.arguments, ask), names);
  } catch (error) {
    throw asCommandError(error, () => 4);
  }
}

/** Where secrets are kept: a file here, or a server. */
type SecretPlace = Pick<SecretFile, 'list' | 'set' | 'remove'>;

function placeOf(given: ParsedArguments, ask: RemoteCall | null): SecretPlace {
  const isOwn = given.has('own');
  if (ask !== null) return remoteSecrets(ask, isOwn ? ownRoutes : serverRoutes);
  if (isOwn) throw usageError('--own has no effect here.', 'Add --server URL, or leave it out.');
  return fileOf(given);
}

const serverRoutes = { list: 'listSecrets', put: 'putSecret', delete: 'deleteSecret' } as const;
const ownRoutes = {
  list: 'listOwnSecrets',
  put: 'putOwnSecret',
  delete: 'deleteOwnSecret',
} as const;

function fileOf(given: ParsedArguments): SecretPlace {
  const { config, folder } = configOf(given);
  // It was read as JSON.
  const { secrets = {} } = parseToolsConfig(config as unknown as Json).config ?? {};
  return configuredSecrets(secrets, { folder, environment: process.env }).file;
}

function remoteSecrets(
  ask: RemoteCall,
  routes: typeof serverRoutes | typeof ownRoutes,
): SecretPlace {
  return {
    async list() {
      const { items } = await ask(routes.list, { query: { limit: 200 } });
      return items.map(({ name, hosts }) => (hosts === null ? { name } : { name, hosts }));
    },
    async set(name, { value, hosts }) {
      const body = hosts === undefined ? { value } : { value, hosts: [...hosts] };
      await ask(routes.put, { params: { name }, body });
    },
    async remove(name) {
      try {
        await ask(routes.delete, { params: { name } });
        return true;
      } catch (error) {
        if (error instanceof EngineError && error.code === 'NOT_FOUND') return false;
        throw error;
      }
    },
  };
}

type Action = (call: CommandCall, file: SecretPlace, names: readonly string[]) => Promise<number>;

const actions = new Map<string, Action>([
  ['set', setSecret],
  ['ls', listSecrets],
  ['rm', removeSecret],
]);

async function setSecret(
  { arguments: given, terminal, isJson }: CommandCall,
  file: SecretPlace,
  names: readonly string[],
): Promise<number> {
  const name = oneName('set', names);
  const value = (await readText('-')).replace(/\r?\n$/, '');
  if (value === '')
    throw usageError(
      'No value was given on stdin.',
      `For example: printf %s "$KEY" | skein secrets set ${name}`,
    );
  const hosts = given.all('host');
  await file.set(name, hosts.length === 0 ? { value } : { value, hosts });
  if (isJson) printJson(terminal, { name, hosts: [...hosts] });
  else terminal.data(`${visibleLine(name)} was stored.\n`);
  return 0;
}

async function listSecrets(
  { terminal, isJson }: CommandCall,
  file: SecretPlace,
  names: readonly string[],
): Promise<number> {
  if (names.length > 0) throw usageError('`skein secrets ls` does not take a name.');
  const all = await file.list();
  // Names and lists of hosts are JSON.
  if (isJson) printJson(terminal, { secrets: all.map((each) => ({ ...each })) as Json });
  else {
    for (const { name, hosts } of all) {
      const bound = hosts === undefined ? '' : `  only to ${hosts.join(', ')}`;
      terminal.foreignData(`${visibleLine(`${name}${bound}`)}\n`);
    }
  }
  return 0;
}

async function removeSecret(
  { terminal, isJson }: CommandCall,
  file: SecretPlace,
  names: readonly string[],
): Promise<number> {
  const name = oneName('rm', names);
  if (!(await file.remove(name))) throw notThere(name);
  if (isJson) printJson(terminal, { name, removed: true });
  else terminal.data(`${visibleLine(name)} was removed.\n`);
  return 0;
}

const nameForm = /^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/;

function oneName(action: string, [name, ...more]: readonly string[]): string {
  if (name === undefined || more.length > 0)
    throw usageError(`\`skein secrets ${action}\` needs one name.`, 'See `skein secrets ls`.');
  if (nameForm.test(name)) return name;
  throw usageError(
    `"${path.basename(name)}" is not a valid name for a secret.`,
    'A name has at most 128 letters, digits, _, . and -, and does not start with a digit. The value is read from stdin.',
  );
}

function notThere(name: string): CommandFailure {
  return new CommandFailure({
    code: 'SECRET_NOT_FOUND',
    message: `There is no secret "${name}" in the store.`,
    hint: '`skein secrets ls` lists their names.',
    details: { name },
    exitCode: 5,
  });
}
