// API keys, on the store directly: no server is asked, so this also works before there is one.
import { isScope, isSession, makeKey, ownerOf, revokeKey as revoke, userOf } from '@skein/server';
import type { Scope } from '@skein/api';
import type { ApiKey, Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import type { CommandCall } from '../arguments/command.ts';
import { problemError, usageError } from '../errors/command-error.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { printJson } from '../output/print-json.ts';
import { remoteCall } from '../inputs/remote-call.ts';
import { visibleLine } from '../output/visible-text.ts';
import { remoteKeys } from './remote-keys.ts';
import { serverStoreUrl } from '../inputs/server-store-url.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function keysCommand(call: CommandCall): Promise<number> {
  checkUser(call.arguments);
  const ask = remoteCall(call.arguments);
  if (ask !== null) {
    const { arguments: given } = call;
    const isNew = call.command.name === 'keys create';
    const scopes = isNew ? readScopes(given) : [];
    const roles = isNew ? given.all('role') : [];
    return remoteKeys(call, ask, { scopes, roles, days: isNew ? readDays(given) : null });
  }
  const store = await openStore(serverStoreUrl(call.arguments));
  try {
    switch (call.command.name) {
      case 'keys create':
        return await createKey(call, store);
      case 'keys ls':
        return await listKeys(call, store);
      default:
        return await revokeKey(call, store);
    }
  } finally {
    await store.close();
  }
}

/** The empty name is how the store names the operator, and a blank one is a slip of a script. */
function checkUser(given: ParsedArguments): void {
  const user = given.one('user');
  if (user === undefined || user.trim() !== '') return;
  throw usageError('--user is empty.', 'Name a user; the operator of the server is "local".');
}

const dayMs = 24 * 60 * 60 * 1000;

async function createKey(call: CommandCall, store: Store): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const days = readDays(given);
  const now = Date.now();
  const made = makeKey({
    user: ownerOf(given.one('user') ?? 'local'),
    name: given.one('name') ?? 'command line',
    scopes: readScopes(given),
    roles: readRoles(given),
    expiresAt: days === null ? null : now + days * dayMs,
    now,
  });
  await store.keys.create(made.record);
  if (isJson) printJson(terminal, { ...shown(made.record), key: made.secret });
  else {
    terminal.data(`${made.secret}\n`);
    terminal.note(`Key ${made.record.id} is shown only once. Keep it in a safe place.\n`);
  }
  return 0;
}

function readDays(given: ParsedArguments): number | null {
  const days = given.one('days');
  if (days === undefined) return null;
  if (/^[1-9]\d{0,4}$/.test(days)) return Number(days);
  throw usageError(`--days ${days} is not a number of days.`, 'Give a whole number, 1 or more.');
}

function readScopes(given: ParsedArguments): readonly Scope[] {
  const named = given.all('scope');
  const wanted = named.length === 0 ? ['run'] : named;
  return wanted.map((scope) => {
    if (isScope(scope)) return scope;
    throw usageError(`--scope ${scope} is not a scope.`, 'Use read, answer, run, write or admin.');
  });
}

/** As the server takes them. */
function readRoles(given: ParsedArguments): readonly string[] {
  const roles = given.all('role');
  const bad = roles.find((role) => !/^[\w.@-]{1,100}$/.test(role));
  if (bad === undefined) return roles;
  throw usageError(
    `--role ${visibleLine(bad)} is not the name of a role.`,
    'Use letters, digits, ".", "_", "@" and "-".',
  );
}

async function listKeys(
  { terminal, isJson, arguments: given }: CommandCall,
  store: Store,
): Promise<number> {
  const user = given.one('user');
  const found: ApiKey[] = [];
  let cursor: string | null = null;
  do {
    const owner = user === undefined ? undefined : ownerOf(user);
    const page = await store.keys.list(
      withoutUndefined({ user: owner, cursor: cursor ?? undefined }),
    );
    const isWanted = (key: ApiKey) => given.has('all') || !isSession(key);
    found.push(...page.items.filter((key) => isWanted(key)));
    cursor = page.nextCursor;
  } while (cursor !== null);
  if (isJson) printJson(terminal, { keys: found.map(shown) });
  for (const key of isJson ? [] : found) {
    const { id, name, user: owner, scopes, roles, state } = shown(key);
    const may = [...scopes, ...roles.map((role) => `role:${role}`)].join(',');
    terminal.data(`${id}  ${state}  ${may}  ${visibleLine(owner)}  ${visibleLine(name)}\n`);
  }
  if (found.length === 0 && !isJson) terminal.note('No keys: the server is open on 127.0.0.1.\n');
  return 0;
}

async function revokeKey(
  { terminal, isJson, arguments: given }: CommandCall,
  store: Store,
): Promise<number> {
  const [id = ''] = given.positionals;
  const user = given.one('user');
  const whose = user === undefined ? {} : { user: ownerOf(user) };
  let cursor: string | null = null;
  do {
    const page = await store.keys.list(cursor === null ? whose : { ...whose, cursor });
    const key = page.items.find((each) => each.id === id);
    if (key !== undefined) {
      await revoke(store, { id, user: key.user, at: Date.now() });
      if (isJson) printJson(terminal, { id, revoked: true });
      else terminal.note(`Key ${visibleLine(id)} was revoked.\n`);
      return 0;
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  throw problemError('NOT_FOUND', { what: 'key', id });
}

function shown(key: ApiKey) {
  const { id, name, user, scopes, roles, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const isExpired = expiresAt !== null && expiresAt <= Date.now();
  const state = revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'valid';
  return {
    id,
    name,
    user: userOf(user),
    scopes: [...scopes],
    roles: [...roles],
    state,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
  };
}
