// Tokens of an identity provider
// T1. Only signatures by keys that the provider publishes are valid, and only with the algorithms below: a token with "none", or
//     signed with a published key as if it were a secret, is refused whatever else it says.
// T2. Issuer, audience, time and user must be present and match. Nobody is told what is wrong with a token.
// T3. An unknown key is looked up again, but only once in a while: made-up key ids cost the provider nothing. A key that the
//     provider has revoked is accepted for at most ten more minutes.
// T4. Nobody becomes the server's own user by a token.
import { isObject, ownValue, scopes, type Json, type JsonObject, type Scope } from '@skein/api';
import { EngineError, type Clock } from '@skein/ports';
import type * as jose from 'jose';
import type { ReadToken } from './authenticate.ts';
import { ownerOf, type Identity } from './identity.ts';
import { isScope } from './is-scope.ts';

export interface OidcOptions {
  /** As in tokens; its discovery document leads to its keys. */
  readonly issuer: string;
  /** Who the tokens must be issued for: this server. */
  readonly audience: string | readonly string[];
  /** Where the keys are, if the provider has no discovery document. */
  readonly jwksUri?: string;
  /** The claim with the user; default `sub`. */
  readonly userClaim?: string;
  /** The claim with the user's scopes, a list or a string of words; `skein:run` counts as `run`. Absent: `scopes` for everybody. */
  readonly scopeClaim?: string;
  /** The claim with the user's groups, a list of texts or a string of words, which waits name as `group:NAME`. Absent: no groups. */
  readonly groupClaim?: string;
  /** Default `run` and `answer`. */
  readonly scopes?: readonly Scope[];
  /** The tolerated difference between the clocks; default 30. */
  readonly clockSkewSeconds?: number;
  /** How long an unknown key is not looked up again (T3); default 30. */
  readonly cooldownSeconds?: number;
}

type Jose = typeof jose;
type Keys = ReturnType<Jose['createRemoteJWKSet']>;

const algorithms = ['RS256', 'ES256'] as const;
const keysMaxAgeMs = 600_000;
const askMs = 5000;
const userLettersMax = 200;

export function oidcTokens(options: OidcOptions, clock: Pick<Clock, 'now'>): ReadToken {
  for (const url of [options.issuer, options.jwksUri ?? options.issuer]) checkAddress(url);
  let known: Promise<Keys> | null = null;
  const forget = () => {
    known = null;
  };
  return async (token) => {
    if (!looksLikeToken(token)) return undefined;
    // Loaded with the first token: most servers never get one.
    const loaded = await import('jose');
    const keys = (known ??= findKeys(loaded, options));
    keys.catch(forget);
    try {
      const { payload } = await loaded.jwtVerify(token, await keys, {
        issuer: options.issuer,
        audience: typeof options.audience === 'string' ? options.audience : [...options.audience],
        algorithms: [...algorithms],
        clockTolerance: options.clockSkewSeconds ?? 30,
        requiredClaims: ['exp'],
        currentDate: new Date(clock.now()),
      });
      // It was parsed from JSON.
      return identityOf(payload as unknown as JsonObject, options);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw unavailable(options.issuer, error);
    }
  };
}

/** Three parts of base64; our own keys have no dots. */
function looksLikeToken(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}

async function findKeys(loaded: Jose, options: OidcOptions): Promise<Keys> {
  const { jwksUri, cooldownSeconds = 30 } = options;
  const url = new URL(jwksUri ?? (await discover(options.issuer)));
  return loaded.createRemoteJWKSet(url, {
    timeoutDuration: askMs,
    cooldownDuration: cooldownSeconds * 1000,
    cacheMaxAge: keysMaxAgeMs,
  });
}

async function discover(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(askMs) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const found = (await response.json()) as Json;
  const document = isObject(found) ? found : {};
  const address = ownValue(document, 'jwks_uri');
  if (ownValue(document, 'issuer') !== issuer || typeof address !== 'string') {
    throw new Error(`${url} is not a discovery document of this issuer`);
  }
  checkAddress(address);
  return address;
}

/** Over plain HTTP, somebody in the middle could become anybody. */
function checkAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isLocal = url !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return;
  const problems = [`server.oidc: ${address} must be an https address`];
  throw new EngineError('CONFIG_INVALID', { file: 'the configuration', problems });
}

/** Whether the token is at fault, not the connection to the provider. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    /^ERR_JW[ST]_/.test(code) ||
    ['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_MULTIPLE_MATCHING_KEYS'].includes(code) ||
    ['ERR_JOSE_ALG_NOT_ALLOWED', 'ERR_JOSE_NOT_SUPPORTED'].includes(code)
  );
}

function unavailable(issuer: string, cause: unknown): EngineError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EngineError('IDENTITY_UNAVAILABLE', { issuer, reason }, { cause });
}

function identityOf(claims: JsonObject, options: OidcOptions): Identity | undefined {
  const { userClaim = 'sub', scopeClaim, groupClaim, scopes: usual = ['run', 'answer'] } = options;
  const user = claimIn(claims, userClaim);
  if (typeof user !== 'string' || user === '' || user.length > userLettersMax) return undefined;
  const owner = ownerOf(user);
  if (owner === '') return undefined;
  const given = scopeClaim === undefined ? usual : scopesIn(claimIn(claims, scopeClaim));
  const groups = groupClaim === undefined ? [] : groupsIn(claimIn(claims, groupClaim));
  return { user, owner, scopes: given, groups, roles: [], via: 'token', key: null };
}

/** By its name, or by its path with dots. */
function claimIn(claims: JsonObject, name: string): Json | undefined {
  const whole = ownValue(claims, name);
  if (whole !== undefined) return whole;
  let value: Json | undefined = claims;
  for (const part of name.split('.')) {
    value = value !== undefined && isObject(value) ? ownValue(value, part) : undefined;
  }
  return value;
}

function wordsIn(claim: Json | undefined): readonly string[] {
  if (typeof claim === 'string') return claim.split(/\s+/);
  const listed: readonly Json[] = Array.isArray(claim) ? claim : [];
  return listed.filter((word) => typeof word === 'string');
}

const groupsMax = 200;

/** A group counts by its exact name. */
function groupsIn(claim: Json | undefined): readonly string[] {
  const named = wordsIn(claim).filter((word) => word !== '' && word.length <= userLettersMax);
  return [...new Set(named)].slice(0, groupsMax);
}

function scopesIn(claim: Json | undefined): readonly Scope[] {
  const words = wordsIn(claim);
  const named = new Set(words.map((word) => word.replace(/^skein:/, '')).filter(isScope));
  return scopes.filter((scope) => named.has(scope));
}
