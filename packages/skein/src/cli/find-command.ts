import { closestName } from '@skein/kernel';
import type { CommandDescription } from './command.ts';
import { usageError } from './command-error.ts';
import { commandTable } from './command-table.ts';

/** The command of that name; a usage error with the nearest name when there is none. */
export function findCommand(name: string): CommandDescription {
  const found = commandTable.find((command) => command.name === name);
  if (found !== undefined) return found;
  const names = commandTable.map((command) => command.name);
  const meant = closestName(name, names);
  const known = `Commands: ${names.join(', ')}.`;
  throw usageError(
    `There is no command "${name}".`,
    meant === null ? known : `Did you mean \`skein ${meant}\`? ${known}`,
  );
}
