// The entry point of the command line
//
// M1. A command ends with the exit code that it returns, or with that of the error it throws; stack traces are printed only
//     if SKEIN_DEBUG is set.
// M2. All output is flushed before the process ends, whatever a node function has left running.
import process from 'node:process';
import { toCommandError } from './errors/command-error.ts';
import { findCommand } from './arguments/find-command.ts';
import { commandTable } from './commands/command-table.ts';
import { packageVersion } from '../package-version.ts';
import { parseArguments } from './arguments/parse-arguments.ts';
import { printError } from './output/print-error.ts';
import { printJson } from './output/print-json.ts';
import { processTerminal, type Terminal } from './output/terminal.ts';

/** Runs a command line and ends the process. */
export async function main(given: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', expectClosedPipe);
  const exitCode = await runCommandLine(given, processTerminal());
  await flush(process.stdout);
  await flush(process.stderr);
  process.exit(exitCode);
}

/** Runs a command line and returns its exit code (M1). */
export async function runCommandLine(
  given: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const isJson = wantsJson(given);
  try {
    return await execute(given, { terminal, isJson });
  } catch (thrown) {
    const error = toCommandError(thrown);
    printError(terminal, error, isJson);
    if (process.env['SKEIN_DEBUG'] && thrown instanceof Error) terminal.note(`${thrown.stack}\n`);
    return error.exitCode;
  }
}

async function execute(
  given: readonly string[],
  { terminal, isJson }: { readonly terminal: Terminal; readonly isJson: boolean },
): Promise<number> {
  const [name, ...rest] = given.filter((argument, at) => at > 0 || argument !== '--json');
  if (name === '--version' || name === '-v') return printVersion(terminal, isJson);
  if (name === undefined || name === '--help' || name === '-h') {
    const { printHelp } = await import('./help/help-command.ts');
    return printHelp(undefined, { terminal, isJson, commands: commandTable });
  }
  const { command, rest: left } = findCommand(commandTable, [name, ...rest]);
  const parsed = parseArguments(command, left);
  if (parsed.has('help')) {
    const { printHelp } = await import('./help/help-command.ts');
    return printHelp(command, { terminal, isJson, commands: commandTable });
  }
  const perform = await command.load();
  return perform({ command, arguments: parsed, terminal, isJson, commands: commandTable });
}

function printVersion(terminal: Terminal, isJson: boolean): number {
  const version = packageVersion();
  if (isJson) printJson(terminal, { name: 'skein', version });
  else terminal.data(`skein ${version}\n`);
  return 0;
}

/** Checked before anything is parsed: parse errors are JSON too. */
function wantsJson(given: readonly string[]): boolean {
  const end = given.indexOf('--');
  return (end === -1 ? given : given.slice(0, end)).includes('--json');
}

/** The reader of our output may have gone (`skein run … | head`): the exit code still says how the run ended. */
function expectClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') process.exit(1);
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
