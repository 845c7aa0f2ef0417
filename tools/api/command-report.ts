import { commonOptions } from '../../packages/skein/src/cli/arguments/command-description.ts';
import type { OptionDescription } from '../../packages/skein/src/cli/arguments/command-description.ts';
import { commandTable } from '../../packages/skein/src/cli/commands/command-table.ts';
import { exitCodes } from '../../packages/skein/src/cli/errors/exit-codes.ts';

/** What can be typed: commands, arguments and options. Their descriptions may change. */
export function commandReport(): string {
  const commands = commandTable.map(({ name, arguments: taken, options }) =>
    [
      [
        `skein ${name}`,
        ...taken.map(({ name: argument, isRequired, isRepeatable }) => {
          const shown = `${argument}${isRepeatable === true ? '…' : ''}`;
          return isRequired ? shown : `[${shown}]`;
        }),
      ].join(' '),
      ...options.map(optionText),
    ].join('\n'),
  );
  return [
    ...commands,
    ['Every command', ...commonOptions.map(optionText)].join('\n'),
    ['Exit codes', ...exitCodes.map(({ code, meaning }) => `  ${code}: ${meaning}`)].join('\n'),
  ].join('\n\n');
}

function optionText({ name, short, value, choices, default: usual, ...rest }: OptionDescription) {
  return [
    `  --${name}`,
    ...(short === undefined ? [] : [`-${short}`]),
    ...(value === undefined ? [] : [choices?.join('|') ?? value]),
    ...(usual === undefined ? [] : [`= ${usual}`]),
    ...(rest.isRepeatable === true ? ['repeatable'] : []),
  ].join(' ');
}
