// Signing in
// From the wish of a user to tokens in the store, through the browser of that user.
//
// L1. The browser that comes back must be the one that the user began with: it has a cookie whose hash is kept with the sign-in. Without
//     it somebody could send others a link, and get their accounts.
// L2. State and proof key (PKCE) are made for each sign-in, sealed in the store and taken once: a link that comes back twice, too late or
//     changed gives nothing.
// L3. What is asked for and where it comes back to is decided here, never by what comes back.
import { createHash, randomBytes } from 'node:crypto';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import { EngineError, withoutUndefined, type Clock, type ServerRecords } from '@skein/ports';
import type { Sealer } from '../secrets/sealer.ts';
import type { Connection } from './connection-settings.ts';
import type { Connections } from './connections.ts';
import type { KeptTokens } from './kept-tokens.ts';
import type { Reach } from './mcp/server-fetch.ts';
import { beginAtMcp, finishAtMcp, isUnknownClient, type BegunAtMcp } from './mcp/sign-in-at-mcp.ts';
import { faultOf, openClient, readTokens, unusable } from './token-endpoint.ts';

export interface SignInParts {
  readonly store: Pick<ServerRecords, 'connections'>;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'now'>;
  readonly place: () => string;
  readonly connections: Connections;
}

export interface BegunAt {
  /** At the service. */
  readonly url: string;
  /** For the browser that goes there. */
  readonly cookie: string;
  readonly expiresAt: number;
}

export interface SignedIn {
  readonly connection: string;
  readonly user: string;
}

export const callbackPath = '/connections/callback';
export const signInMs = 10 * 60 * 1000;

export async function beginSignIn(
  parts: SignInParts,
  connection: Connection,
  user: string,
): Promise<BegunAt> {
  const { store, sealer, clock, place, connections } = parts;
  const state = randomBytes(32).toString('base64url');
  const redirect = `${place()}${callbackPath}`;
  const kept =
    connection.mcp === undefined ? undefined : await connections.tokens(connection.id, user);
  const begin =
    connection.mcp === undefined
      ? beginAtService(connection, { redirect, state })
      : beginAtMcp(connection, { redirect, state, kept: kept?.mcp, reach: connections.reach });
  const { url, ...secret } = await begin.catch((error: unknown) => {
    throw error instanceof EngineError ? error : unusable(connection, faultOf(error), error);
  });
  const cookie = randomBytes(24).toString('base64url');
  const now = clock.now();
  await store.connections.forget(now - signInMs);
  const begun: JsonObject = {
    ...secret,
    connection: connection.id,
    user,
    redirect,
    cookie: hashOf(cookie),
  };
  const id = hashOf(state);
  await store.connections.begin({
    id,
    sealed: sealer.seal(nameOf(id), JSON.stringify(begun)),
    at: now,
  });
  return { url, cookie, expiresAt: now + signInMs };
}

async function beginAtService(
  connection: Connection,
  { redirect, state }: { readonly redirect: string; readonly state: string },
): Promise<{ readonly url: string; readonly verifier: string }> {
  const oauth = await import('openid-client');
  const client = await openClient(connection);
  const verifier = oauth.randomPKCECodeVerifier();
  const { scopes, parameters, ways } = connection;
  const { scopeParameter = 'scope', scopeSeparator = ' ' } = ways;
  const asked = new URLSearchParams({
    ...parameters,
    response_type: 'code',
    redirect_uri: redirect,
    state,
  });
  if (scopes.length > 0) asked.set(scopeParameter, scopes.join(scopeSeparator));
  if (ways.hasNoPkce !== true) {
    asked.set('code_challenge', await oauth.calculatePKCECodeChallenge(verifier));
    asked.set('code_challenge_method', 'S256');
  }
  return { url: oauth.buildAuthorizationUrl(client, asked).href, verifier };
}

/** `query` is that of the request that came back, `cookie` what the browser has. */
export async function finishSignIn(
  parts: SignInParts,
  { query, cookie }: { readonly query: URLSearchParams; readonly cookie: string | undefined },
): Promise<SignedIn> {
  const { connections } = parts;
  const state = query.get('state') ?? '';
  const begun = await take(parts, state);
  if (begun === undefined) throw refused('it was not begun here, is over, or came back before');
  if (cookie === undefined || hashOf(cookie) !== begun.cookie)
    throw refused('it was begun in another browser');
  const { user } = begun;
  const connection = await connections.get(begun.connection);
  if (connection === undefined) throw refused('the connection was deleted meanwhile');
  const fault = query.get('error');
  if (fault !== null) throw refused(`the service said "${fault.slice(0, 100)}"`);
  try {
    const finish = connection.mcp === undefined ? finishAtService : finishWithMcp;
    const tokens = await finish(parts.clock.now(), connection, {
      begun,
      query,
      reach: connections.reach,
    });
    await connections.keep({ connection: connection.id, user }, tokens);
    return { connection: connection.id, user };
  } catch (error) {
    if (error instanceof EngineError) throw error;
    // With what is kept of it the next sign-in would fail in the same way.
    if (connection.mcp !== undefined && isUnknownClient(error))
      await connections.forget({ connection: connection.id, user });
    throw unusable(connection, faultOf(error), error);
  }
}

interface CameBack {
  readonly begun: Begun;
  readonly query: URLSearchParams;
  readonly reach: Reach;
}

async function finishAtService(
  now: number,
  connection: Connection,
  { begun, query }: CameBack,
): Promise<KeptTokens> {
  const oauth = await import('openid-client');
  const client = await openClient(connection);
  const back = new URL(`${begun.redirect}?${query.toString()}`);
  const pkceCodeVerifier = connection.ways.hasNoPkce === true ? undefined : begun.verifier;
  // The sign-in was found under this very state.
  const expectedState = query.get('state') ?? '';
  const checks = { expectedState, ...withoutUndefined({ pkceCodeVerifier }) };
  const response = await oauth.authorizationCodeGrant(client, back, checks);
  return { ...readTokens(response, now), dead: null };
}

async function finishWithMcp(
  now: number,
  connection: Connection,
  { begun, query, reach }: CameBack,
): Promise<KeptTokens> {
  const { tokens, kept } = await finishAtMcp(connection, begun, { query, reach });
  return { ...readTokens(tokens, now), dead: null, mcp: kept };
}

interface Begun extends BegunAtMcp {
  readonly connection: string;
  readonly user: string;
  readonly verifier: string;
  readonly redirect: string;
  readonly cookie: string;
}

async function take(
  { store, sealer, clock }: SignInParts,
  state: string,
): Promise<Begun | undefined> {
  const id = hashOf(state);
  const found = await store.connections.take(id);
  if (found === undefined || clock.now() - found.at >= signInMs) return undefined;
  const text = sealer.open(nameOf(id), found.sealed);
  // What was sealed here is JSON of this form.
  const begun = text === undefined ? null : (JSON.parse(text) as Json);
  if (!isObject(begun)) return undefined;
  const textIn = (key: keyof Begun) => {
    const value = ownValue(begun, key);
    return typeof value === 'string' ? value : '';
  };
  const objectIn = (key: keyof Begun) => {
    const value = ownValue(begun, key);
    return isObject(value) ? value : {};
  };
  return {
    connection: textIn('connection'),
    user: textIn('user'),
    verifier: textIn('verifier'),
    redirect: textIn('redirect'),
    cookie: textIn('cookie'),
    discovery: objectIn('discovery'),
    client: objectIn('client'),
    asked: textIn('asked'),
  };
}

const nameOf = (id: string) => JSON.stringify(['sign-in', id]);

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function refused(why: string): EngineError {
  return new EngineError('SIGN_IN_REFUSED', { why });
}
