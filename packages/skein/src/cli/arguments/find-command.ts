import { closestName } from '@skein/kernel';
import { usageError } from '../errors/command-error.ts';
import type { CommandDescription } from './command-description.ts';

/** The command that the words start with; a usage error with the nearest name when there is none. */
export function findCommand<Found extends CommandDescription>(
  commands: readonly Found[],
  words: readonly string[],
): {
  readonly command: Found;
  /** The words after its name. */
  readonly rest: readonly string[];
} {
  const [first = '', ...others] = words;
  const second = others[0]?.startsWith('-') === true ? '' : (others[0] ?? '');
  const below = commands.filter((command) => command.name.startsWith(`${first} `));
  const name = below.length === 0 ? first : `${first} ${second}`;
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return { command, rest: words.slice(name.split(' ').length) };
  const names = (below.length === 0 ? commands : below).map((each) => each.name);
  const meant = closestName(name, names);
  const known = `Commands: ${names.join(', ')}.`;
  throw usageError(
    second === '' && below.length > 0
      ? `\`skein ${first}\` needs a subcommand.`
      : `There is no command "${name}".`,
    meant === null ? known : `Did you mean \`skein ${meant}\`? ${known}`,
  );
}
