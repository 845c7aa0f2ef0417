// Signing in to an MCP server
// The server says who its authorization server is (RFC 9728), which says how it is reached (RFC 8414). The library does the rest of the
// protocol; what it learns between the two halves of a sign-in is sealed with that sign-in.
//
// M1. Where people sign in is found anew with every sign-in: nothing of an earlier one is believed.
// M2. A client belongs to the authorization server that it was registered at: another one gets a client of its own.
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import { isSafe, type Connection } from '../connection-settings.ts';
import type { KeptAtMcp, KeptTokens } from '../kept-tokens.ts';
import { refuseIncomplete } from '../token-endpoint.ts';
import { challengeOf } from './challenge-of.ts';
import { serverFetch, type Reach } from './server-fetch.ts';
import { joined } from './wanted-scopes.ts';

/** What is kept between the halves of a sign-in. */
export interface BegunAtMcp {
  readonly discovery: JsonObject;
  readonly client: JsonObject;
  readonly asked: string;
}

export async function beginAtMcp(
  connection: Connection,
  {
    redirect,
    state,
    kept,
    reach,
  }: {
    readonly redirect: string;
    readonly state: string;
    readonly kept: KeptAtMcp | undefined;
    readonly reach: Reach;
  },
): Promise<BegunAtMcp & { readonly url: string; readonly verifier: string }> {
  const { auth } = await import('@modelcontextprotocol/client');
  refuseIncomplete(connection);
  const { mcp: serverUrl = '', scopes } = connection;
  const fetchFn = serverFetch(serverUrl, reach);
  const challenge = await challengeOf(serverUrl, fetchFn);
  const own = scopes.length === 0 ? challenge.scope : scopes.join(' ');
  const wanted = kept?.wanted;
  const scope = joined(own, wanted === undefined ? undefined : joined(kept?.asked, wanted));
  const learned: Learned = { url: '', verifier: '' };
  // A client is registered with its scopes: for more of them another one is.
  const client = wanted === undefined ? kept?.client : undefined;
  const provider = providerOf(connection, { redirect, learned, kept: client });
  const { resourceMetadataUrl } = challenge;
  const said = withoutUndefined({ scope, resourceMetadataUrl });
  await auth({ ...provider, state: () => state }, { serverUrl, fetchFn, ...said });
  // A client that is known already is not saved again.
  const { url, verifier, discovery, client: used = await provider.clientInformation() } = learned;
  if (!isSafe(url)) throw new Error('It sends people to an address that is not https.');
  const asked = new URL(url).searchParams.get('scope') ?? '';
  return { url, verifier, discovery: toJson(discovery), client: toJson(used), asked };
}

export async function finishAtMcp(
  connection: Connection,
  begun: BegunAtMcp & { readonly verifier: string; readonly redirect: string },
  { query, reach }: { readonly query: URLSearchParams; readonly reach: Reach },
): Promise<{ readonly tokens: StoredOAuthTokens; readonly kept: KeptAtMcp }> {
  const { auth } = await import('@modelcontextprotocol/client');
  refuseIncomplete(connection);
  const { mcp: serverUrl = '' } = connection;
  const { verifier, redirect, asked } = begun;
  const learned: Learned = {
    url: '',
    verifier,
    // It came from the library, and was sealed meanwhile.
    discovery: begun.discovery as unknown as OAuthDiscoveryState,
    // The same.
    client: begun.client as unknown as StoredOAuthClientInformation,
  };
  const provider = providerOf(connection, { redirect, learned, kept: begun.client });
  const iss = query.get('iss') ?? undefined;
  const back = { authorizationCode: query.get('code') ?? '', ...withoutUndefined({ iss }) };
  await auth(provider, { serverUrl, fetchFn: serverFetch(serverUrl, reach), ...back });
  const { tokens, client } = learned;
  if (tokens === undefined) throw new Error('It gave no tokens.');
  const issuer = tokens.issuer ?? '';
  return { tokens, kept: { issuer, client: toJson(client), asked } };
}

/** Whether the authorization server knows the client no more: then another one is registered with the next sign-in. */
export function isUnknownClient(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'invalid_client' || error.code === 'unauthorized_client';
}

/**
 * Another token for the refresh token; throws what the authorization server says. Undefined: it has moved or forgotten the client, and a
 * person has to sign in.
 */
export async function renewAtMcp(
  connection: Connection,
  { refreshToken = '', mcp: kept }: KeptTokens,
  reach: Reach,
): Promise<StoredOAuthTokens | undefined> {
  refuseIncomplete(connection);
  const library = await import('@modelcontextprotocol/client');
  const { mcp: serverUrl = '' } = connection;
  const fetchFn = serverFetch(serverUrl, reach);
  const { resourceMetadataUrl } = await challengeOf(serverUrl, fetchFn);
  const found = await library.discoverOAuthServerInfo(serverUrl, {
    fetchFn,
    ...withoutUndefined({ resourceMetadataUrl }),
  });
  const { authorizationServerUrl, authorizationServerMetadata: metadata } = found;
  const issuer = metadata?.issuer ?? authorizationServerUrl;
  if (kept === undefined || kept.issuer !== issuer) return undefined;
  try {
    return await library.refreshAuthorization(authorizationServerUrl, {
      // Kept as the library gave it.
      clientInformation: kept.client as unknown as StoredOAuthClientInformation,
      refreshToken,
      fetchFn,
      ...withoutUndefined({ metadata, resource: found.resourceMetadata?.resource }),
    });
  } catch (error) {
    if (isUnknownClient(error)) return undefined;
    throw error;
  }
}

/** What the library tells a provider. */
interface Learned {
  url: string;
  verifier: string;
  discovery?: OAuthDiscoveryState;
  client?: StoredOAuthClientInformation;
  tokens?: StoredOAuthTokens;
}

function providerOf(
  connection: Connection,
  given: {
    readonly redirect: string;
    readonly learned: Learned;
    readonly kept: JsonObject | undefined;
  },
): OAuthClientProvider {
  const { redirect, learned } = given;
  // Kept as the library gave it; it checks whose client it is (M2).
  const kept = given.kept as unknown as StoredOAuthClientInformation | undefined;
  const { scopes } = connection;
  const scope = scopes.length === 0 ? undefined : scopes.join(' ');
  return {
    redirectUrl: redirect,
    clientMetadata: {
      client_name: 'Skein',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...withoutUndefined({ scope }),
    },
    clientInformation: () => learned.client ?? configuredClient(connection) ?? kept,
    saveClientInformation: (client) => void (learned.client = client),
    invalidateCredentials: () => {},
    tokens: () => undefined,
    saveTokens: (tokens) => void (learned.tokens = tokens),
    redirectToAuthorization: (url) => void (learned.url = url.href),
    codeVerifier: () => learned.verifier,
    saveCodeVerifier: (verifier) => void (learned.verifier = verifier),
    discoveryState: () => learned.discovery,
    saveDiscoveryState: (state) => void (learned.discovery = state),
  };
}

function configuredClient(connection: Connection): StoredOAuthClientInformation | undefined {
  const { clientId, clientSecret } = connection;
  if (clientId === '') return undefined;
  return { client_id: clientId, ...withoutUndefined({ client_secret: clientSecret }) };
}

/** Without what is undefined, as it is sealed. */
function toJson(value: object | undefined): JsonObject {
  // An object becomes an object.
  return JSON.parse(JSON.stringify(value ?? {})) as JsonObject;
}
