import { closestName } from '@skein/kernel';
import type { CommandDescription } from './command.ts';
import { usageError } from './command-error.ts';
import { commandTable } from './command-table.ts';

/** The command that the words begin with; a usage error with the nearest name when there is none. */
export function findCommand(words: readonly string[]): {
  readonly command: CommandDescription;
  /** The words behind its name. */
  readonly rest: readonly string[];
} {
  const [first = '', ...others] = words;
  const second = others[0]?.startsWith('-') === true ? '' : (others[0] ?? '');
  const below = commandTable.filter((command) => command.name.startsWith(`${first} `));
  const name = below.length === 0 ? first : `${first} ${second}`;
  const command = commandTable.find((each) => each.name === name);
  if (command !== undefined) return { command, rest: words.slice(name.split(' ').length) };
  const names = (below.length === 0 ? commandTable : below).map((each) => each.name);
  const meant = closestName(name, names);
  const known = `Commands: ${names.join(', ')}.`;
  throw usageError(
    second === '' && below.length > 0
      ? `\`skein ${first}\` needs another word.`
      : `There is no command "${name}".`,
    meant === null ? known : `Did you mean \`skein ${meant}\`? ${known}`,
  );
}
