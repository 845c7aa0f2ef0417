// `skein connections`: services that users of a server sign in to; a client secret goes in by stdin and never comes out
import process from 'node:process';
import type { AnswerOf } from '@skein/api';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { readText } from '../inputs/read-text.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withoutUndefined } from '../../without-undefined.ts';

type Connection = AnswerOf<'putConnection'>;
type Action = (call: CommandCall, ask: RemoteCall, name: string) => Promise<number>;

const actions = new Map<string, { readonly perform: Action; readonly isNamed: boolean }>([
  ['ls', { perform: list, isNamed: false }],
  ['presets', { perform: presets, isNamed: false }],
  ['set', { perform: set, isNamed: true }],
  ['rm', { perform: remove, isNamed: true }],
  ['sign-in', { perform: signIn, isNamed: true }],
  ['test', { perform: test, isNamed: true }],
  ['sign-out', { perform: signOut, isNamed: true }],
]);

export async function connectionsCommand(call: CommandCall): Promise<number> {
  const [given = '', ...names] = call.arguments.positionals;
  const action = actions.get(given);
  if (action === undefined)
    throw usageError(
      `There is no \`skein connections ${given}\`.`,
      `Choose from: ${[...actions.keys()].join(', ')}.`,
    );
  const [name = ''] = names;
  if (names.length !== (action.isNamed ? 1 : 0))
    throw usageError(
      `\`skein connections ${given}\` ${action.isNamed ? 'needs one name' : 'does not take a name'}.`,
    );
  const ask = remoteCall(call.arguments);
  if (ask === null) throw usageError('Connections are set up on a server.', 'Add --server URL.');
  return action.perform(call, ask, name);
}

async function list(call: CommandCall, ask: RemoteCall): Promise<number> {
  const { items } = await ask('listConnections', {});
  return tell(call, { connections: items }, items.map(lineOf));
}

async function presets(call: CommandCall, ask: RemoteCall): Promise<number> {
  const { items } = await ask('listConnectionPresets', {});
  const lines = items.map(({ id, name, console }) => `${id}  ${name}  ${console}`);
  return tell(call, { presets: items }, lines);
}

async function set(call: CommandCall, ask: RemoteCall, name: string): Promise<number> {
  const { arguments: given } = call;
  const [clientId, mcp] = [given.one('client-id'), given.one('mcp')];
  if (clientId === undefined && mcp === undefined)
    throw usageError('Which client?', 'Add --client-id ID, or --mcp URL for an MCP server.');
  const secret = process.stdin.isTTY ? '' : (await readText('-')).trim();
  const some = (name: 'scope' | 'host') => {
    const all = given.all(name);
    return all.length === 0 ? undefined : [...all];
  };
  const body = withoutUndefined({
    clientId,
    mcp,
    preset: given.one('preset'),
    issuer: given.one('issuer'),
    tenant: given.one('tenant'),
    clientSecret: secret === '' ? undefined : secret,
    scopes: some('scope'),
    hosts: some('host'),
  });
  const saved = await ask('putConnection', { params: { name }, body });
  const callback = `Register this address at the service: ${saved.callbackUrl}`;
  const next = clientId === undefined ? [] : [callback];
  return tell(call, { connection: saved }, [`${name} was set up.`, ...next]);
}

async function remove(call: CommandCall, ask: RemoteCall, name: string): Promise<number> {
  await ask('deleteConnection', { params: { name } });
  return tell(call, { name, removed: true }, [`${name} was removed, with all sign-ins.`]);
}

async function signIn(call: CommandCall, ask: RemoteCall, name: string): Promise<number> {
  const { items } = await ask('listConnections', {});
  const found = items.find((each) => each.name === name);
  if (found === undefined)
    throw usageError(`There is no connection "${name}".`, '`skein connections ls` lists them.');
  const place = found.callbackUrl.replace(/\/connections\/callback$/, '');
  const url = `${place}/settings?tab=connections`;
  return tell(call, { name, url }, [`Sign in here: ${url}`]);
}

async function test(call: CommandCall, ask: RemoteCall, name: string): Promise<number> {
  const { ok, message } = await ask('testConnection', { params: { name } });
  tell(call, { name, ok, message }, [message]);
  return ok ? 0 : 1;
}

async function signOut(call: CommandCall, ask: RemoteCall, name: string): Promise<number> {
  await ask('endSignIn', { params: { name } });
  return tell(call, { name, signedOut: true }, [`You are signed out of ${name}.`]);
}

function tell(
  { terminal, isJson }: CommandCall,
  json: Parameters<typeof printJson>[1],
  lines: readonly string[],
): number {
  if (isJson) printJson(terminal, json);
  for (const line of isJson ? [] : lines) terminal.foreignData(`${visibleLine(line)}\n`);
  return 0;
}

function lineOf({ name, service, hosts, account }: Connection): string {
  const words = { none: 'not signed in', 'signed-in': 'signed in', ended: 'the sign-in has ended' };
  return [name, service, words[account.state], `only to ${hosts.join(', ')}`].join('  ');
}
