// Tokens in the store, sealed for their user and connection: moved to another row they cannot be opened.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import type { ConnectionStore } from '@skein/ports';
import type { Sealer } from '../secrets/sealer.ts';
import type { Tokens } from './token-endpoint.ts';

export interface KeptTokens extends Tokens {
  /** Why the service takes them no more; null: as far as we know it does. */
  readonly dead: string | null;
  /** Of an MCP server. */
  readonly mcp?: KeptAtMcp | undefined;
}

export interface KeptAtMcp {
  /** The authorization server that gave them: those of another are not sent to it. */
  readonly issuer: string;
  /** The client that they were given to, as it was registered there. */
  readonly client: JsonObject;
  /** The scopes that were asked for. */
  readonly asked: string;
  /** Scopes that the server has asked for since: the next sign-in has them too. */
  readonly wanted?: string | undefined;
}

export interface KeptRow {
  readonly connection: string;
  readonly user: string;
  /** Of one in the configuration: its service and client. Tokens of another one cannot be opened. */
  readonly of?: string | undefined;
}

export function tokenSealing(sealer: Sealer) {
  const nameOf = ({ connection, user, of }: KeptRow) =>
    JSON.stringify(['tokens', user, connection].concat(of ?? []));
  return {
    seal: (row: KeptRow, tokens: KeptTokens): string =>
      sealer.seal(nameOf(row), JSON.stringify(tokens)),
    open: (row: KeptRow, sealed: string): KeptTokens | undefined =>
      readKept(sealer.open(nameOf(row), sealed)),
  };
}

export type TokenSealing = ReturnType<typeof tokenSealing>;

/** Undefined when there are none, or when they were sealed with another key. */
export async function findTokens(
  { connections }: { readonly connections: Pick<ConnectionStore, 'get'> },
  sealing: TokenSealing,
  row: KeptRow,
): Promise<KeptTokens | undefined> {
  const kept = await connections.get(row.connection, row.user);
  return kept === undefined ? undefined : sealing.open(row, kept.sealed);
}

function readKept(text: string | undefined): KeptTokens | undefined {
  // What was sealed here is JSON of this form.
  const kept = text === undefined ? null : (JSON.parse(text) as Json);
  if (!isObject(kept)) return undefined;
  const accessToken = textIn(kept, 'accessToken');
  if (accessToken === undefined) return undefined;
  const expiresAt = ownValue(kept, 'expiresAt');
  return {
    accessToken,
    refreshToken: textIn(kept, 'refreshToken'),
    expiresAt: typeof expiresAt === 'number' ? expiresAt : null,
    scope: textIn(kept, 'scope'),
    dead: textIn(kept, 'dead') ?? null,
    mcp: readAtMcp(ownValue(kept, 'mcp')),
  };
}

function readAtMcp(kept: Json | undefined): KeptAtMcp | undefined {
  if (!isObject(kept)) return undefined;
  const client = ownValue(kept, 'client');
  return {
    issuer: textIn(kept, 'issuer') ?? '',
    client: isObject(client) ? client : {},
    asked: textIn(kept, 'asked') ?? '',
    wanted: textIn(kept, 'wanted'),
  };
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : undefined;
}
