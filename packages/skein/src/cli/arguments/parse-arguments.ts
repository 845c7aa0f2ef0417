// Parsing arguments
// Turns what was typed into positionals and options, by the description of the command.
//
// P1. A value follows its option as the next argument or after `=`; it may start with a dash unless it is an option itself.
// P2. `--` ends the options; a lone `-` is a positional (stdin).
import { closestName } from '@skein/kernel';
import { usageError } from '../errors/command-error.ts';
import {
  commonOptions,
  type CommandDescription,
  type OptionDescription,
} from './command-description.ts';

export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** Whether the option was given. */
  has(option: string): boolean;
  /** Its value, or its default. */
  one(option: string): string | undefined;
  /** All values of a repeatable option, in order. */
  all(option: string): readonly string[];
}

export function parseArguments(
  command: CommandDescription,
  given: readonly string[],
): ParsedArguments {
  const options = [...command.options, ...commonOptions];
  const positionals: string[] = [];
  const values = new Map<string, string[]>();
  for (let at = 0; at < given.length; at++) {
    const argument = given[at] ?? '';
    if (argument === '--') {
      positionals.push(...given.slice(at + 1));
      break;
    }
    if (!argument.startsWith('-') || argument === '-') {
      positionals.push(argument);
      continue;
    }
    const { option, attached } = findOption(command, options, argument);
    if (option.value === undefined) {
      if (attached !== undefined)
        throw usageError(`--${option.name} does not take a value.`, seeHelp(command));
      values.set(option.name, []);
      continue;
    }
    const value = attached ?? given[(at += 1)];
    if (value === undefined || (attached === undefined && isOption(options, value))) {
      throw usageError(`--${option.name} needs a value: ${option.value}.`, seeHelp(command));
    }
    addValue(command, { option, value, values });
  }
  if (!values.has('help')) checkPositionals(command, positionals);
  return {
    positionals,
    has: (name) => values.has(name),
    one: (name) => values.get(name)?.[0] ?? options.find((option) => option.name === name)?.default,
    all: (name) => values.get(name) ?? [],
  };
}

function findOption(
  command: CommandDescription,
  options: readonly OptionDescription[],
  argument: string,
): { readonly option: OptionDescription; readonly attached: string | undefined } {
  const equals = argument.indexOf('=');
  const written = equals === -1 ? argument : argument.slice(0, equals);
  const attached = equals === -1 ? undefined : argument.slice(equals + 1);
  const option = options.find((each) => isWrittenAs(each, written));
  if (option !== undefined) return { option, attached };
  if (written === '--server') throw notRemote(command);
  const names = options.map(({ name }) => `--${name}`);
  const meant = closestName(written, names);
  throw usageError(
    `\`skein ${command.name}\` has no option "${written}".`,
    meant === null ? seeHelp(command) : `Did you mean ${meant}? ${seeHelp(command)}`,
  );
}

/** Commands that work on files, programs and stores of this machine are not sent anywhere. */
function notRemote({ name, options }: CommandDescription): Error {
  const hasStore = options.some((option) => option.name === 'store');
  return usageError(
    `\`skein ${name}\` runs on this machine and does not accept --server.`,
    hasStore
      ? 'It works on a store directly: name the store of the server with --store, or leave --server out.'
      : 'Leave it out: the command works on local files and programs.',
  );
}

function isWrittenAs({ name, short }: OptionDescription, written: string): boolean {
  return written === `--${name}` || (short !== undefined && written === `-${short}`);
}

function isOption(options: readonly OptionDescription[], argument: string): boolean {
  const written = argument.replace(/=.*$/s, '');
  return options.some((option) => isWrittenAs(option, written));
}

function addValue(
  command: CommandDescription,
  added: {
    readonly option: OptionDescription;
    readonly value: string;
    readonly values: Map<string, string[]>;
  },
): void {
  const { option, value, values } = added;
  const { name, choices } = option;
  const known = values.get(name);
  if (known !== undefined && option.isRepeatable !== true) {
    throw usageError(`--${name} was given twice.`, `Give it once. ${seeHelp(command)}`);
  }
  if (choices !== undefined && !choices.includes(value)) {
    const meant = closestName(value, choices);
    throw usageError(
      `--${name} cannot be "${value}".`,
      `${meant === null ? '' : `Did you mean ${meant}? `}Choose from: ${choices.join(', ')}.`,
    );
  }
  values.set(name, [...(known ?? []), value]);
}

function checkPositionals(command: CommandDescription, positionals: readonly string[]): void {
  const missing = command.arguments.filter(({ isRequired }) => isRequired)[positionals.length];
  if (missing !== undefined) {
    throw usageError(`\`skein ${command.name}\` needs ${missing.name}.`, seeHelp(command));
  }
  const isOpen = command.arguments.some(({ isRepeatable }) => isRepeatable === true);
  const extra = isOpen ? undefined : positionals[command.arguments.length];
  if (extra !== undefined) {
    throw usageError(
      `\`skein ${command.name}\` does not accept the argument "${extra}".`,
      seeHelp(command),
    );
  }
}

function seeHelp({ name }: CommandDescription): string {
  return `Run \`skein help ${name}\` for its usage.`;
}
