import type { CommandCall } from '../arguments/command.ts';
import {
  commonOptions,
  type CommandDescription,
  type OptionDescription,
} from '../arguments/command-description.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { findCommand } from '../arguments/find-command.ts';
import { commandHelp, generalHelp, usageLine } from './help-text.ts';
import { packageVersion } from '../../package-version.ts';
import { printJson } from '../output/print-json.ts';

export function helpCommand(call: CommandCall): number {
  const { positionals } = call.arguments;
  if (positionals.length === 0) return printHelp(undefined, call);
  return printHelp(findCommand(call.commands, positionals).command, call);
}

/** The help for one command, or for all. */
export function printHelp(
  command: CommandDescription | undefined,
  { terminal, isJson, commands }: Pick<CommandCall, 'terminal' | 'isJson' | 'commands'>,
): number {
  const isGeneral = command === undefined;
  if (isJson) printJson(terminal, isGeneral ? describeAll(commands) : describe(command));
  else terminal.data(isGeneral ? generalHelp(commands, packageVersion()) : commandHelp(command));
  return 0;
}

function describeAll(commands: readonly CommandDescription[]): object {
  return {
    name: 'skein',
    version: packageVersion(),
    commands: commands.map(describe),
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
