// `skein destinations`: where a server sends messages; a secret goes in with the settings and never comes out
import type { AnswerOf, CallOf } from '@skein/api';
import type { CommandCall } from '../arguments/command.ts';
import { CommandFailure, problemError, usageError } from '../errors/command-error.ts';
import { readText } from '../inputs/read-text.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withoutUndefined } from '../../without-undefined.ts';

type Destination = AnswerOf<'putDestination'>;
type Settings = CallOf<'putDestination'>['body'];

export async function destinationsCommand(call: CommandCall): Promise<number> {
  const ask = remoteCall(call.arguments);
  if (ask === null) {
    throw usageError(
      'Destinations are set up on a server.',
      'Add --server URL. Without a server they are in the configuration: server.outbox.',
    );
  }
  const [name = '', file = ''] = call.arguments.positionals;
  switch (call.command.name) {
    case 'destinations ls':
      return list(call, ask);
    case 'destinations set': {
      const body = await readSettings(file);
      const saved = await ask('putDestination', { params: { name }, body });
      return say(call, { destination: saved }, `${name} was set up.`);
    }
    case 'destinations rm':
      await ask('deleteDestination', { params: { name } });
      return say(call, { name, removed: true }, `${name} was removed.`);
    default:
      return test(call, ask, name);
  }
}

async function list({ terminal, isJson }: CommandCall, ask: RemoteCall): Promise<number> {
  const { items } = await ask('listDestinations', {});
  if (isJson) printJson(terminal, { destinations: items });
  for (const each of isJson ? [] : items) terminal.foreignData(`${lineOf(each)}\n`);
  if (!isJson && items.length === 0) terminal.note('No destinations.\n');
  return 0;
}

function lineOf(destination: Destination): string {
  const { name, kind, secret, source } = destination;
  const where = destination.kind === 'webhook' ? destination.url : destination.host;
  const kept = {
    none: '',
    set: kind === 'webhook' ? 'signed' : 'with a password',
    lost: 'its secret cannot be opened',
  }[secret];
  const from = source === 'configuration' ? 'of the configuration' : '';
  return [name, kind, where, kept, from]
    .filter((each) => each !== '')
    .map((each) => visibleLine(each))
    .join('  ');
}

async function test(call: CommandCall, ask: RemoteCall, name: string): Promise<number> {
  const body = withoutUndefined({ to: call.arguments.one('to') });
  const tested = await ask('testDestination', { params: { name }, body });
  if (tested.isDelivered) return say(call, { ...tested }, `${name} took the test message.`);
  throw new CommandFailure({
    code: 'NOT_DELIVERED',
    message: `${name} did not take the test message: ${tested.error}`,
    hint: 'Change it with `skein destinations set`, and test it again.',
    details: { ...tested },
    exitCode: 1,
  });
}

async function readSettings(file: string): Promise<Settings> {
  const text = await readText(file);
  try {
    // The server checks what they are.
    return JSON.parse(text) as Settings;
  } catch (error) {
    throw problemError('BAD_JSON', { what: file, complaint: String(error) });
  }
}

function say(
  { terminal, isJson }: CommandCall,
  json: Parameters<typeof printJson>[1],
  text: string,
): number {
  if (isJson) printJson(terminal, json);
  else terminal.data(`${visibleLine(text)}\n`);
  return 0;
}
