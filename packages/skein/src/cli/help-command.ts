import type { CommandCall, CommandDescription, OptionDescription } from './command.ts';
import { commandTable, commonOptions } from './command-table.ts';
import { exitCodes } from './exit-codes.ts';
import { findCommand } from './find-command.ts';
import { commandHelp, generalHelp, usageLine } from './help-text.ts';
import { packageVersion } from '../package-version.ts';
import { printJson } from './print-json.ts';

export function helpCommand({ arguments: given, terminal, isJson }: CommandCall): number {
  if (given.positionals.length === 0) return printHelp(undefined, { terminal, isJson });
  return printHelp(findCommand(given.positionals).command, { terminal, isJson });
}

/** The help of one command, or of all. */
export function printHelp(
  command: CommandDescription | undefined,
  { terminal, isJson }: Pick<CommandCall, 'terminal' | 'isJson'>,
): number {
  if (isJson) printJson(terminal, command === undefined ? describeAll() : describe(command));
  else terminal.data(command === undefined ? generalHelp(packageVersion()) : commandHelp(command));
  return 0;
}

function describeAll(): object {
  return {
    name: 'skein',
    version: packageVersion(),
    commands: commandTable.map(describe),
    options: commonOptions.map(describeOption),
    exitCodes,
  };
}

function describe(command: CommandDescription): object {
  const { name, summary, details, arguments: taken, options, examples } = command;
  return {
    name,
    summary,
    details,
    usage: usageLine(command),
    arguments: taken.map(({ name: argument, summary: what, isRequired, isRepeatable = false }) => ({
      name: argument,
      summary: what,
      required: isRequired,
      repeatable: isRepeatable,
    })),
    options: [...options, ...commonOptions].map(describeOption),
    examples,
  };
}

function describeOption({ name, short, value, summary, ...rest }: OptionDescription): object {
  return {
    name: `--${name}`,
    short: short === undefined ? null : `-${short}`,
    value: value ?? null,
    summary,
    repeatable: rest.isRepeatable ?? false,
    choices: rest.choices ?? null,
    default: rest.default ?? null,
  };
}
