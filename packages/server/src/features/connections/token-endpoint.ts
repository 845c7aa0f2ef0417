// The token endpoint of a service
// T1. `openid-client` checks what comes back: state, issuer, the form of tokens and errors.
// T2. Some services answer in their own way. What is read is brought into the form of the standard before it is checked; an ID token is
//     left out: nobody is identified by it here.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import type {
  Configuration,
  CustomFetch,
  ServerMetadata,
  TokenEndpointResponse,
} from 'openid-client';
import { EngineError, networkTrouble, withoutUndefined } from '@skein/ports';
import { isSafe, type Connection } from './connection-settings.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Null: it does not say, so it is used until it is refused. */
  readonly expiresAt: number | null;
  readonly scope?: string | undefined;
}

const timeoutMs = 20_000;

/** The client of a connection, with the addresses of its service. */
export async function openClient(connection: Connection): Promise<Configuration> {
  refuseIncomplete(connection);
  const oauth = await import('openid-client');
  const { clientId, clientSecret, clientAuth, issuer, authorizationUrl, tokenUrl } = connection;
  const authentication = {
    basic: () => oauth.ClientSecretBasic(clientSecret ?? ''),
    post: () => oauth.ClientSecretPost(clientSecret ?? ''),
    none: () => oauth.None(),
  }[clientAuth]();
  const fetch = serviceFetch(connection);
  const isFound = authorizationUrl !== undefined && tokenUrl !== undefined;
  const found = isFound ? null : await discover(connection, fetch);
  const server: ServerMetadata = {
    issuer: issuer ?? new URL(authorizationUrl ?? '').origin,
    ...found,
    ...withoutUndefined({
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
      revocation_endpoint: connection.revocationUrl,
    }),
  };
  const client = new oauth.Configuration(server, clientId, undefined, authentication);
  client[oauth.customFetch] = fetch;
  client.timeout = timeoutMs / 1000;
  const places = [server.token_endpoint, server.authorization_endpoint, server.revocation_endpoint];
  if (places.some((url) => url !== undefined && !isSafe(url)))
    throw unusable(connection, 'its addresses are not https');
  // Whatever is not https is on this machine.
  if (places.some((url) => url?.startsWith('http:'))) oauth.allowInsecureRequests(client);
  return client;
}

/** A request without the secret would be refused, with words that say nothing of the cause. */
export function refuseIncomplete(connection: Connection): void {
  if (connection.problem !== undefined) throw unusable(connection, connection.problem);
}

async function discover(connection: Connection, fetch: CustomFetch): Promise<ServerMetadata> {
  const oauth = await import('openid-client');
  const { issuer = '', clientId } = connection;
  const found = await oauth.discovery(new URL(issuer), clientId, undefined, oauth.None(), {
    [oauth.customFetch]: fetch,
    execute: issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : [],
    timeout: timeoutMs / 1000,
  });
  // Beside what came as JSON it has a method, which does not go into another client.
  return JSON.parse(JSON.stringify(found.serverMetadata())) as ServerMetadata;
}

/** T2. */
function serviceFetch({ ways: { tokensAt } }: Connection): CustomFetch {
  return async (url, { body = null, signal = null, ...options }) => {
    // The library makes forms, which are texts.
    const response = await fetch(url, { ...options, body: body as URLSearchParams, signal });
    const type = response.headers.get('content-type') ?? '';
    if (options.method !== 'POST' || !type.includes('json')) return response;
    // It is checked below, and by the library.
    const said = (await response.json().catch(() => null)) as Json;
    if (!isObject(said)) return new Response('', { status: 502 });
    const isRefused = ownValue(said, 'ok') === false || Object.hasOwn(said, 'error');
    const status = response.ok && isRefused ? 400 : response.status;
    return new Response(JSON.stringify(inStandardForm(said, tokensAt)), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

function inStandardForm(body: JsonObject, tokensAt: string | undefined): JsonObject {
  const inner = tokensAt === undefined ? undefined : ownValue(body, tokensAt);
  const { id_token: _, ...found } = isObject(inner) ? { ...body, ...inner } : body;
  if (typeof ownValue(found, 'access_token') !== 'string') return found;
  // Other words than "bearer" say what kind of account it is, where tokens are sent in the usual way.
  return { ...found, token_type: 'bearer' };
}

interface TokenResponse extends Pick<TokenEndpointResponse, 'access_token'> {
  readonly expires_in?: number | undefined;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
}

export function readTokens(response: TokenResponse, now: number, before?: Tokens): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = response;
  return {
    accessToken,
    // A service that keeps the refresh token does not repeat it.
    refreshToken: refreshToken ?? before?.refreshToken,
    expiresAt: seconds === undefined ? null : now + seconds * 1000,
    scope: response.scope ?? before?.scope,
  };
}

/** Whether the service says that these tokens are worth nothing any more. */
export function isDead(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Each of the two libraries has a name of its own for what the service said.
  const said = 'error' in error ? error.error : 'code' in error ? error.code : undefined;
  return typeof said === 'string' && dead.has(said);
}

/** The standard has one word for it; others are those of Slack and GitHub. */
const dead: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_refresh_token',
  'bad_refresh_token',
  'token_revoked',
  'token_expired',
]);

/** What went wrong, without anything that the service has repeated of the request. */
export function faultOf(error: unknown): string {
  if (error instanceof Error && 'error' in error && typeof error.error === 'string')
    return `the service answered "${error.error.slice(0, 100)}"`;
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time';
  const known = error instanceof Error ? faultsByName[error.name] : undefined;
  if (known !== undefined) return known;
  if (isRefused(error))
    return 'it is, or names, an address that is not on the open internet, and "http": { "allow": [ … ] } of the configuration does not name it';
  if (error instanceof Error && error.message.includes('dynamic client registration'))
    return 'it registers no clients by itself: register one there, and set its id';
  const trouble = networkTrouble(error);
  if (trouble !== null) return `it could not be asked: ${trouble.says}`;
  return error instanceof Error && 'code' in error
    ? `it could not be asked (${String(error.code).slice(0, 100)})`
    : 'it could not be asked';
}

/** The guard of the host has refused a request. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('failure' in error)) return false;
  const { failure } = error;
  return (
    typeof failure === 'object' &&
    failure !== null &&
    'code' in failure &&
    failure.code === 'HTTP_REFUSED'
  );
}

/** What the library of MCP finds wrong with an authorization server. Its messages repeat what the server says. */
const faultsByName: Readonly<Record<string, string>> = {
  RegistrationRejectedError: 'it refuses to register a client: register one there, and set its id',
  IssuerMismatchError: 'it names another issuer than the one that was asked',
  AuthorizationServerMismatchError: 'it is another authorization server than at the beginning',
  InsecureTokenEndpointError: 'its addresses are not https',
};

export function unusable(
  { id }: Pick<Connection, 'id'>,
  why: string,
  cause?: unknown,
): EngineError {
  return new EngineError('CONNECTION_FAILED', { connection: id, why }, { cause });
}
