import type { AnswerOptions } from '@skein/engine';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { usageError } from '../errors/command-error.ts';
import { withoutUndefined } from '../../without-undefined.ts';

/** Who gives the answers of a command. Whoever can open the store is believed. */
export function readAnswerer(given: ParsedArguments): AnswerOptions {
  const named = given.all('as').map((written) => {
    const found = /^(group|role):(.+)$/su.exec(written);
    if (found === null) {
      throw usageError(
        `--as ${written} is neither a group nor a role.`,
        'Write group:NAME or role:NAME.',
      );
    }
    return { kind: found[1], name: found[2] ?? '' };
  });
  const of = (kind: string) => named.flatMap((each) => (each.kind === kind ? [each.name] : []));
  const [groups, roles] = [of('group'), of('role')];
  return withoutUndefined({
    by: given.one('by'),
    groups: groups.length === 0 ? undefined : groups,
    roles: roles.length === 0 ? undefined : roles,
    via: 'command line',
  });
}
