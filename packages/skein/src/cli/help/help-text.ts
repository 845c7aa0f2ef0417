// Help as text, made from the descriptions of the commands.
import {
  commonOptions,
  type ArgumentDescription,
  type CommandDescription,
  type OptionDescription,
} from '../arguments/command-description.ts';
import { exitCodes } from '../errors/exit-codes.ts';

const widthMax = 96;

export function generalHelp(commands: readonly CommandDescription[], version: string): string {
  return lines([
    `skein ${version}: a durable agentic workflow engine.`,
    '',
    'Usage: skein COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    'Commands:',
    ...table(commands.map(({ name, summary }): Row => [name, summary])),
    '',
    'Options for every command:',
    ...table([...commonOptions.map(optionRow), ['--version', 'Print the version.']]),
    '',
    'Exit codes:',
    ...table(exitCodes.map(({ code, meaning }): Row => [String(code), meaning])),
    '',
    'Run `skein help COMMAND` for options and examples, or `skein help --json` for everything as data.',
  ]);
}

export function commandHelp(command: CommandDescription): string {
  const { summary, details, arguments: taken, options, examples } = command;
  return lines([
    summary,
    '',
    `Usage: ${usageLine(command)}`,
    ...details.flatMap((detail) => ['', ...wrap(detail, widthMax)]),
    ...section(
      'Arguments:',
      taken.map(({ name, summary: what }): Row => [name, what]),
    ),
    ...section('Options:', [...options, ...commonOptions].map(optionRow)),
    ...(examples.length === 0 ? [] : ['', 'Examples:']),
    ...examples.flatMap(({ command: typed, summary: what }) => [`  # ${what}`, `  ${typed}`]),
  ]);
}

export function usageLine({ name, arguments: taken, options }: CommandDescription): string {
  return ['skein', name, ...taken.map(argumentUsage), ...options.map(optionUsage), '[--json]'].join(
    ' ',
  );
}

function argumentUsage({ name, isRequired, isRepeatable }: ArgumentDescription): string {
  const shown = isRepeatable === true ? `${name}…` : name;
  return isRequired ? shown : `[${shown}]`;
}

function optionUsage({ name, value, choices, isRepeatable }: OptionDescription): string {
  const shown = choices?.join('|') ?? value;
  return `[--${name}${shown === undefined ? '' : ` ${shown}`}]${isRepeatable === true ? '…' : ''}`;
}

type Row = readonly [left: string, right: string];

function optionRow({ name, short, value, summary, ...rest }: OptionDescription): Row {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  const notes = [
    ...(rest.choices === undefined ? [] : [`One of: ${rest.choices.join(', ')}.`]),
    ...(rest.default === undefined ? [] : [`Default: ${rest.default}.`]),
    ...(rest.isRepeatable === true ? ['May be repeated.'] : []),
  ];
  return [value === undefined ? names : `${names} ${value}`, [summary, ...notes].join(' ')];
}

function section(title: string, rows: readonly Row[]): readonly string[] {
  return rows.length === 0 ? [] : ['', title, ...table(rows)];
}

function table(rows: readonly Row[]): readonly string[] {
  const leftWidth = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) =>
    wrap(right, widthMax - leftWidth - 4).map(
      (line, i) => `  ${(i === 0 ? left : '').padEnd(leftWidth)}  ${line}`,
    ),
  );
}

function wrap(text: string, width: number): readonly string[] {
  const wrapped: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      wrapped.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...wrapped, line];
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
