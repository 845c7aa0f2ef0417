import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readTemplates } from '../../server/read-templates.ts';
import type { CommandCall } from '../arguments/command.ts';
import { problemError, usageError } from '../errors/command-error.ts';
import { printJson } from '../output/print-json.ts';
import { writeText } from '../output/write-text.ts';
import { projectCommands, projectFiles } from './project-files.ts';
import { templateCommands, templateFiles } from './template-files.ts';

export async function initCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [folder = ''] = given.positionals;
  const wanted = given.one('template');
  const template = wanted === undefined ? null : findTemplate(wanted);
  const made =
    template === null
      ? { what: 'a project in TypeScript', files: projectFiles(folder), commands: projectCommands }
      : {
          what: `the workflow "${template.name}"`,
          files: templateFiles(template),
          commands: templateCommands(template),
        };
  await makeEmpty(folder);
  for (const [name, text] of made.files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeText(file, text);
  }
  if (isJson) {
    printJson(terminal, { folder, template: template?.id ?? null, files: [...made.files.keys()] });
    return 0;
  }
  terminal.data(`Created ${folder} with ${made.what}.\n`);
  const steps = [`cd ${folder}`, ...made.commands.map(({ command }) => command)];
  terminal.note(`\nWhat to try next:\n${steps.map((step) => `  ${step}\n`).join('')}`);
  return 0;
}

function findTemplate(id: string) {
  const templates = readTemplates();
  const found = templates.find((template) => template.id === id);
  if (found !== undefined) return found;
  const known = templates.map((template) => template.id).join(', ');
  throw usageError(`There is no template "${id}".`, `Choose from: ${known}.`);
}

/** Existing files are never overwritten. */
async function makeEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw problemError('FILE_NOT_WRITTEN', { file: folder, reason });
  }
  throw problemError('FILE_NOT_WRITTEN', { file: folder, reason: 'the folder is not empty' });
}
