import { parseCurl } from '@skein/dialects';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { readText } from '../inputs/read-text.ts';
import { printJson } from '../output/print-json.ts';

/** Prints the node that makes the same request. */
export async function curlCommand({
  arguments: given,
  terminal,
  isJson,
}: CommandCall): Promise<number> {
  const [written = ''] = given.positionals;
  const text = written === '-' ? await readText('-') : written;
  const { config, secrets, lost } = parseCurl(text);
  if (config === null) throw usageError(lost.join(' '), 'Give the whole command, in quotes.');
  const node = { id: given.one('id') ?? 'request', type: 'http', config };
  if (isJson) {
    printJson(terminal, { node, secrets, lost });
    return 0;
  }
  terminal.foreignData(`${JSON.stringify(node, null, 2)}\n`);
  for (const { name, host, from } of secrets)
    terminal.note(`${from} is the secret ${name}: skein secrets set ${name} --host ${host}\n`);
  for (const each of lost) terminal.note(`${each}\n`);
  return 0;
}
