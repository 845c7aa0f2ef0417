// Keys of the user whose key is used, made and taken back by a server
import type { AnswerOf, Scope } from '@skein/api';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { printJson } from '../output/print-json.ts';
import type { RemoteCall } from '../inputs/remote-call.ts';
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
  if (written.has('user')) {
    throw usageError(
      'A server makes and lists keys of the user whose key is used.',
      'Leave --user out, or work on the store itself, without --server.',
    );
  }
  switch (command.name) {
    case 'keys create': {
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
      const keys = await allKeys(ask);
      if (isJson) printJson(terminal, { keys });
      for (const { id, name, scopes, revokedAt } of isJson ? [] : keys) {
        const state = revokedAt === null ? 'valid' : 'revoked';
        terminal.data(`${id}  ${state}  ${scopes.join(',')}  ${visibleLine(name)}\n`);
      }
      return 0;
    }
    default: {
      const [id = ''] = written.positionals;
      await ask('revokeKey', { params: { id } });
      if (isJson) printJson(terminal, { id, revoked: true });
      else terminal.note(`Key ${visibleLine(id)} was revoked.\n`);
      return 0;
    }
  }
}

type Key = AnswerOf<'listKeys'>['items'][number];

async function allKeys(ask: RemoteCall): Promise<readonly Key[]> {
  const found: Key[] = [];
  let cursor: string | null = null;
  do {
    const query: { readonly cursor?: string } = cursor === null ? {} : { cursor };
    const page: AnswerOf<'listKeys'> = await ask('listKeys', { query });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
