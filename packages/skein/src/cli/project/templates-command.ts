import type { JsonObject } from '@skein/kernel';
import { readTemplates } from '../../server/read-templates.ts';
import type { CommandCall } from '../arguments/command.ts';
import { printJson } from '../output/print-json.ts';
import { remoteCall } from '../inputs/remote-call.ts';

export async function templatesCommand(call: CommandCall): Promise<number> {
  const { terminal, isJson } = call;
  const ask = remoteCall(call.arguments);
  const templates = ask === null ? readTemplates() : (await ask('listTemplates', {})).items;
  if (isJson) {
    // JSON of files, or of a server's answer.
    const all = templates as readonly object[] as readonly JsonObject[];
    printJson(terminal, { templates: all });
    return 0;
  }
  const idWidth = Math.max(...templates.map(({ id }) => id.length));
  const dialectWidth = Math.max(...templates.map(({ dialect }) => dialect.length));
  for (const { id, dialect, description } of templates)
    terminal.data(`${id.padEnd(idWidth)}  ${dialect.padEnd(dialectWidth)}  ${description}\n`);
  return 0;
}
