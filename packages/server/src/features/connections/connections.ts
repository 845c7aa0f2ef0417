// Connections
// Accounts of users at other services: who has signed in, and with which tokens their runs go there.
// C1. Tokens belong to a user and a connection. Whose run it is selects them; nobody else's are ever looked at.
// C2. They are sealed in the store and leave it only to be sent to the hosts of the connection.
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@skein/api';
import type { Clock, ConnectionAccess, ConnectionSource, ServerRecords } from '@skein/ports';
import type { Sealer } from '../secrets/sealer.ts';
import { storedSettings, type StoredSettings } from '../secrets/stored-settings.ts';
import {
  configuredConnection,
  storedConnection,
  type ConfiguredConnections,
  type Connection,
} from './connection-settings.ts';
import { findTokens, tokenSealing, type KeptRow, type KeptTokens } from './kept-tokens.ts';
import type { Reach } from './mcp/server-fetch.ts';
import { wantMore } from './mcp/wanted-scopes.ts';
import { renewTokens, type Renewing } from './renew-tokens.ts';

/** What the host says of them. */
export interface ConnectionOptions {
  /** Those of the configuration, which go before stored ones of the same name. */
  readonly configured?: ConfiguredConnections | undefined;
  /** How MCP servers that people sign in to are reached; default: not at all. */
  readonly reach?: Reach | undefined;
}

export interface ConnectionParts extends ConnectionOptions {
  readonly store: Pick<ServerRecords, 'connections' | 'secrets'>;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'now'>;
  /** Where the server is, for links to it. */
  readonly place: () => string;
}

export interface Connections extends ConnectionSource {
  list(): Promise<readonly Connection[]>;
  get(id: string): Promise<Connection | undefined>;
  put(id: string, settings: JsonObject): Promise<void>;
  /** With the tokens of everybody. */
  delete(id: string): Promise<boolean>;
  tokens(id: string, user: string): Promise<KeptTokens | undefined>;
  keep(row: KeptRow, tokens: KeptTokens): Promise<void>;
  forget(row: KeptRow): Promise<boolean>;
  /** Where somebody signs in. */
  signInUrl(): string;
  readonly reach: Reach;
}

const prefix = 'connection.';
/** A token that ends while a request is on its way would be refused. */
const earlyMs = 60_000;

export function createConnections(parts: ConnectionParts): Connections {
  const { store, clock, place, configured = new Map(), reach = noReach } = parts;
  const settings: StoredSettings = storedSettings(store, parts.sealer);
  const sealing = tokenSealing(parts.sealer);
  const renewing: Renewing = { store, sealing, clock, reach, owner: randomUUID() };
  /** One of this process at a time, for each row. */
  const underWay = new Map<string, Promise<KeptTokens | undefined>>();

  const renew = (connection: Connection, row: KeptRow, before: KeptTokens) => {
    const key = JSON.stringify([row.user, row.connection]);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const work = renewTokens(renewing, connection, { row, before }).finally(() =>
      underWay.delete(key),
    );
    underWay.set(key, work);
    return work;
  };
  const { get, list } = knownConnections(settings, configured);
  const rowOf = async ({ connection, user }: KeptRow): Promise<KeptRow> => {
    const of = (await configuredConnection(connection, configured))?.configured;
    return { connection, user, of };
  };
  const keep = async ({ connection, user }: KeptRow, tokens: KeptTokens) => {
    const now = clock.now();
    const sealed = sealing.seal(await rowOf({ connection, user }), tokens);
    await store.connections.put({ connection, user, sealed, createdAt: now, updatedAt: now });
  };
  const signInUrl = () => `${place()}/settings?tab=connections`;
  return {
    list,
    get,
    signInUrl,
    reach,
    put: (id, value) => settings.put(`${prefix}${id}`, value, clock.now()),
    async delete(id) {
      await store.connections.deleteAll(id);
      return settings.delete(`${prefix}${id}`);
    },
    tokens: async (connection, user) =>
      findTokens(store, sealing, await rowOf({ connection, user })),
    keep,
    forget: async ({ connection, user }) => store.connections.delete(connection, user),
    async access(id, { user = '', refused, wanted }): Promise<ConnectionAccess> {
      const connection = await get(id);
      if (connection === undefined)
        return { state: 'unknown', known: (await list()).map((each) => each.id) };
      const row = { connection: id, user, of: connection.configured };
      const signIn = (why: string) => ({ state: 'sign-in', url: signInUrl(), why }) as const;
      const kept = await findTokens(store, sealing, row);
      if (kept === undefined) return signIn('nobody has signed in yet.');
      const ready = (tokens: KeptTokens) =>
        ({ state: 'ready', token: tokens.accessToken, hosts: connection.hosts }) as const;
      if (kept.dead !== null) return signIn(kept.dead);
      if (wanted !== undefined) {
        const more = wantMore(kept, wanted);
        if (more === null) return ready(kept);
        await keep(row, more);
        return signIn(more.dead);
      }
      const isOver = kept.expiresAt !== null && kept.expiresAt - earlyMs <= clock.now();
      if (!isOver && kept.accessToken !== refused) return ready(kept);
      if (kept.refreshToken === undefined) return signIn(ended);
      const renewed = await renew(connection, row, kept);
      return renewed === undefined ? signIn(ended) : ready(renewed);
    },
  };
}

/** Those of the configuration, which come first, and those that an operator has set. */
function knownConnections(
  settings: StoredSettings,
  configured: ConfiguredConnections,
): Pick<Connections, 'get' | 'list'> {
  const get = async (id: string) => {
    const own = await configuredConnection(id, configured);
    if (own !== undefined) return own;
    const found = await settings.get(`${prefix}${id}`);
    return found === undefined ? undefined : storedConnection(id, found);
  };
  const list = async () => {
    const own = await Promise.all([...configured.keys()].map(get));
    const stored = (await settings.list(prefix)).filter(({ name }) => !configured.has(name));
    const read = stored.map(({ name, value }) => storedConnection(name, value));
    return [...own.filter((each) => each !== undefined), ...read];
  };
  return { get, list };
}

const noReach: Reach = () => async () => {
  throw new Error('This host reaches no MCP servers.');
};

const ended = 'the last sign-in has ended.';
