// Keys, made, listed and revoked by a server: those of the user whose key is used, and for its operator those of everybody.
import type { AnswerOf, Scope } from '@skein/api';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { printJson } from '../output/print-json.ts';
import type { RemoteCall } from '../inputs/remote-call.ts';
import { withoutUndefined } from '../../without-undefined.ts';
import { visibleLine } from '../output/visible-text.ts';

export async function remoteKeys(
  call: CommandCall,
  ask: RemoteCall,
  given: {
    readonly scopes: readonly Scope[];
    readonly roles: readonly string[];
    readonly days: number | null;
  },
): Promise<number> {
  const { command, arguments: written, terminal, isJson } = call;
  // The default is for a store; a server knows whose key is used.
  const user = written.has('user') ? written.one('user') : undefined;
  switch (command.name) {
    case 'keys create': {
      if (user !== undefined) {
        throw usageError(
          'A server makes keys of the user whose key is used.',
          'Leave --user out, or work on the store itself, without --server.',
        );
      }
      const name = written.one('name') ?? 'command line';
      const { scopes, roles, days: expiresInDays } = given;
      const body = { name, scopes: [...scopes], roles: [...roles], expiresInDays };
      const made = await ask('createKey', { body });
      if (isJson) printJson(terminal, made);
      else {
        terminal.data(`${made.key}\n`);
        terminal.note(`Key ${made.id} is shown only once. Keep it in a safe place.\n`);
      }
      return 0;
    }
    case 'keys ls': {
      const isForAll = written.has('all') || user !== undefined;
      const kind = written.has('all') ? undefined : ('key' as const);
      const query = withoutUndefined({ user, kind });
      const keys: readonly (Key & { readonly user?: string })[] = isForAll
        ? await everyPage((page) => ask('listAccess', { query: { ...query, ...page } }))
        : await everyPage((page) => ask('listKeys', { query: page }));
      if (isJson) printJson(terminal, { keys });
      for (const { id, name, scopes, revokedAt, user: owner } of isJson ? [] : keys) {
        const state = revokedAt === null ? 'valid' : 'revoked';
        const shown = [id, state, scopes.join(','), owner, name].filter(
          (each) => each !== undefined,
        );
        terminal.data(`${shown.map(visibleLine).join('  ')}\n`);
      }
      return 0;
    }
    default: {
      const [id = ''] = written.positionals;
      if (user === undefined) await ask('revokeKey', { params: { id } });
      else await ask('revokeAccess', { params: { id }, query: { user } });
      if (isJson) printJson(terminal, { id, revoked: true });
      else terminal.note(`Key ${visibleLine(id)} was revoked.\n`);
      return 0;
    }
  }
}

type Key = AnswerOf<'listKeys'>['items'][number];

async function everyPage<Item>(
  read: (query: {
    readonly cursor?: string;
  }) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>,
): Promise<readonly Item[]> {
  let { items, nextCursor } = await read({});
  const found = [...items];
  while (nextCursor !== null) {
    ({ items, nextCursor } = await read({ cursor: nextCursor }));
    found.push(...items);
  }
  return found;
}
