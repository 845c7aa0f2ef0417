// `skein types`
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { composeTools } from '../../parts/compose-tools.ts';
import { composeWorkflows } from '../../parts/compose-workflows.ts';
import { collectWorkflows } from '../../typed/register-workflows.ts';
import type { CommandCall } from '../arguments/command.ts';
import { definitionsBelow } from '../inputs/definitions-below.ts';
import { loadRegistered } from '../inputs/load-config.ts';
import { jsonText } from '../output/json-text.ts';
import { printJson } from '../output/print-json.ts';
import { writeText } from '../output/write-text.ts';
import { projectSchema } from './project-schema.ts';
import { projectTypes } from './project-types.ts';

export async function typesCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [folder = '.'] = given.positionals;
  const options = await loadRegistered(given);
  const { compile, functions, ownTypes } = composeWorkflows(options);
  const definitions = await definitionsBelow(folder, compile);
  // Servers are not started for this.
  const tools = composeTools({ ...options, config: { ...options.config, mcpServers: {} } });
  const toolNames = (await tools.list()).map(({ name }) => name);
  await tools.close();
  const coded = collectWorkflows(options);
  const names = {
    workflows: [...new Set([...definitions.map(({ id }) => id), ...coded.keys()])].toSorted(),
    functions: [...functions.keys()].toSorted(),
    tools: toolNames.toSorted(),
    nodeTypes: [...ownTypes].toSorted(),
  };
  const files = [
    { name: 'skein.d.ts', text: projectTypes(definitions, names) },
    { name: 'skein.schema.json', text: `${jsonText(projectSchema(names))}\n` },
  ];
  const isCheck = given.has('check');
  const changed: string[] = [];
  for (const { name, text } of files) {
    const file = path.join(folder, name);
    if ((await readFile(file, 'utf8').catch(() => null)) === text) continue;
    changed.push(name);
    if (!isCheck) await writeText(file, text);
  }
  if (isJson) printJson(terminal, { changed });
  else
    for (const { name } of files)
      terminal.data(`${changed.includes(name) ? 'changed' : 'unchanged'}  ${name}\n`);
  return isCheck && changed.length > 0 ? 1 : 0;
}
