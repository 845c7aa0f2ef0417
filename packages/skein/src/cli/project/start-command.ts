// What a newcomer sees first: a workflow that runs, and three things to try next.
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../package-file.ts';
import { readTemplates } from '../../server/read-templates.ts';
import type { CommandCall } from '../arguments/command.ts';
import { executeRun } from '../run/execute-run.ts';

export async function startCommand(call: CommandCall): Promise<number> {
  const { terminal, isJson } = call;
  const template = readTemplates().find(({ id }) => id === 'hello');
  if (template === undefined) throw new Error('The template "hello" does not ship.');
  if (!isJson) terminal.note('Running a first workflow …\n');
  const { definition, input } = template;
  const request = { source: { definition }, store: 'memory', isDetached: false, reading: {} };
  const exitCode = await executeRun(
    { ...request, input, answers: [], configured: {}, script: {}, explain: [] },
    call,
  );
  if (!isJson) terminal.note(nextSteps());
  return exitCode;
}

function nextSteps(): string {
  const commands: readonly (readonly [command: string, what: string])[] = [
    ['npx skein init demo', 'create a project with this workflow'],
    examplesCommand() ?? ['npx skein templates ls', 'see other templates'],
    ['npx skein help', 'see all commands'],
  ];
  const width = Math.max(...commands.map(([command]) => command.length));
  const lines = commands.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`);
  return `\nWhat to try next:\n${lines.join('\n')}\n`;
}

/** In the repository there are examples. */
function examplesCommand(): readonly [command: string, what: string] | null {
  if (!existsSync(packageFile('src'))) return null;
  const file = fileURLToPath(packageFile('../../examples/native/04-contract-approvals.json'));
  return [`npx skein run ${path.relative(process.cwd(), file)}`, 'answer questions at the prompt'];
}
