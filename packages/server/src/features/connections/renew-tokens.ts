// Renewing tokens
// R1. A refresh token is often good for one use: two processes that use the same one lose the account. So one of them has the claim on
//     the row while it asks the service, and the others wait for what it stores.
// R2. Whoever gets the claim reads again: another process may have renewed the tokens just before.
// R3. A service that refuses the refresh token may do so because somebody else has used it, whose claim ran out: what is stored now is
//     read again before it is given up.
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type Clock, type ConnectionStore } from '@skein/ports';
import type { Connection } from './connection-settings.ts';
import { findTokens, type KeptRow, type KeptTokens, type TokenSealing } from './kept-tokens.ts';
import type { Reach } from './mcp/server-fetch.ts';
import { renewAtMcp } from './mcp/sign-in-at-mcp.ts';
import { faultOf, isDead, openClient, readTokens, unusable } from './token-endpoint.ts';

export interface Renewing {
  readonly store: { readonly connections: ConnectionStore };
  readonly sealing: TokenSealing;
  readonly clock: Pick<Clock, 'now'>;
  readonly reach: Reach;
  /** Who claims: one for each process. */
  readonly owner: string;
}

/** Longer than a request to the service may take. */
const claimMs = 30_000;
const lookEveryMs = 100;
const waitMs = 60_000;

/** Tokens that are others than `before`; undefined when a person has to sign in. */
export async function renewTokens(
  renewing: Renewing,
  connection: Connection,
  { row, before }: { readonly row: KeptRow; readonly before: KeptTokens },
): Promise<KeptTokens | undefined> {
  const { store, sealing, clock, owner } = renewing;
  const giveUpAt = performance.now() + waitMs;
  while (performance.now() < giveUpAt) {
    const now = clock.now();
    const isMine = await store.connections.claim({ ...row, owner, now, until: now + claimMs });
    const kept = await findTokens(store, sealing, row);
    const isOther = kept !== undefined && kept.accessToken !== before.accessToken;
    if (kept === undefined || kept.dead !== null || isOther) {
      if (isMine) await store.connections.release({ ...row, owner });
      return kept?.dead === null ? kept : undefined;
    }
    if (isMine) return ask(renewing, connection, { row, kept });
    await sleep(lookEveryMs);
  }
  throw unusable(connection, 'another process has been renewing its tokens for too long');
}

/** With the claim. */
async function ask(
  renewing: Renewing,
  connection: Connection,
  { row, kept }: { readonly row: KeptRow; readonly kept: KeptTokens },
): Promise<KeptTokens | undefined> {
  const { store, sealing, clock, owner } = renewing;
  const put = (tokens: KeptTokens) => {
    const sealed = sealing.seal(row, tokens);
    return store.connections.renew({ ...row, owner, sealed, updatedAt: clock.now() });
  };
  try {
    const response = await (connection.mcp === undefined
      ? renewAtService(connection, kept)
      : renewAtMcp(connection, kept, renewing.reach));
    if (response === undefined) {
      const dead = 'The server has another authorization server now, or has forgotten us.';
      await put({ ...kept, dead, mcp: undefined });
      return undefined;
    }
    const tokens = { ...readTokens(response, clock.now(), kept), dead: null, mcp: kept.mcp };
    // Whoever signed in meanwhile has newer ones.
    return (await put(tokens)) ? tokens : await current(renewing, row);
  } catch (error) {
    if (!isDead(error)) {
      await store.connections.release({ ...row, owner });
      if (error instanceof EngineError) throw error;
      throw unusable(connection, faultOf(error), error);
    }
    const now = await current(renewing, row);
    if (now === undefined || now.refreshToken !== kept.refreshToken) {
      await store.connections.release({ ...row, owner });
      return now;
    }
    await put({ ...kept, dead: 'The service does not take the sign-in any more.' });
    return undefined;
  }
}

async function renewAtService(connection: Connection, { refreshToken = '' }: KeptTokens) {
  const client = await openClient(connection);
  const { refreshTokenGrant } = await import('openid-client');
  return refreshTokenGrant(client, refreshToken);
}

async function current(
  { store, sealing }: Renewing,
  row: KeptRow,
): Promise<KeptTokens | undefined> {
  const kept = await findTokens(store, sealing, row);
  return kept?.dead === null ? kept : undefined;
}
