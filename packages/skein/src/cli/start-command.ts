// What a newcomer sees first: a workflow that runs, and three things to try next.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseJson } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import type { CommandCall } from './command.ts';
import { executeRun } from './run/execute-run.ts';

const example = fileURLToPath(
  new URL('../../../../examples/native/01-hello.json', import.meta.url),
);

export async function startCommand(call: CommandCall): Promise<number> {
  const { terminal, isJson } = call;
  const isPresent = existsSync(example);
  const file = isPresent ? path.relative(process.cwd(), example) : null;
  if (!isJson) terminal.note(`Running ${file ?? 'a first workflow'} …\n`);
  const definition = file === null ? firstWorkflow : readExample(example);
  const request = { source: { definition }, store: 'memory', isDetached: false, reading: {} };
  const exitCode = await executeRun(
    { ...request, answers: [], configured: {}, script: {}, explain: [] },
    call,
  );
  if (!isJson) terminal.note(nextSteps(file));
  return exitCode;
}

function readExample(file: string): Json {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  return parsed.ok ? parsed.json : firstWorkflow;
}

/** For an installed package, which has no examples beside it. */
const firstWorkflow: Json = {
  skein: 1,
  id: 'hello',
  name: 'Hello',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'transform', config: { value: 'Hello, ${trigger.name|world}!' } },
  ],
  edges: [{ from: 'start', to: 'greet' }],
};

function nextSteps(file: string | null): string {
  const commands: readonly (readonly [command: string, what: string])[] =
    file === null
      ? [
          ['npx skein help', 'all commands'],
          ['npx skein help run', 'everything about running a workflow'],
          ['npx skein help --json', 'the same for programs'],
        ]
      : [
          [`npx skein show ${file}`, 'see its nodes and edges'],
          [`npx skein run ${beside(file, '04-contract-approvals.json')}`, 'answer at the prompt'],
          ['npx skein help', 'all commands'],
        ];
  const width = Math.max(...commands.map(([command]) => command.length));
  const lines = commands.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`);
  return `\nWhat to try next:\n${lines.join('\n')}\n`;
}

function beside(file: string, name: string): string {
  return path.join(path.dirname(file), name);
}
