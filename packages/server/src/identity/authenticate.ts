// Who a request comes from
// N1. A key in the header takes precedence over a browser's cookie; an invalid one does not fall back to the cookie.
// N2. While no key was ever created the server is open to its one local user. The first key closes it for good, even when it is
//     revoked: revoking keys never opens anything.
// N3. Callers are not told what is wrong with a key (unknown, expired, revoked).
// N4. Pages of other origins get nothing by a cookie, which a browser sends along on its own if they are of the same site.
import type { Scope } from '@skein/api';
import { EngineError, type ApiKey, type Clock, type KeyStore } from '@skein/ports';
import { findKey } from './find-key.ts';
import { cookieOf, findSession, isSession } from './sessions.ts';
import { isRunToken } from './run-tokens.ts';
import { localIdentity, userOf, type Identity } from './identity.ts';

export interface Authenticator {
  identify(request: Request): Promise<Identity>;
  /** Whether anybody who reaches the server may use it (N2). */
  isOpen(): Promise<boolean>;
  /** Looks for keys again with the next request: one may have been created. */
  recheck(): void;
}

/** Reads bearer tokens of another identity provider; undefined for tokens that are not its own. */
export type ReadToken = (token: string) => Promise<Identity | undefined>;

/** Another process on the same database may create the first key. */
const recheckMs = 1000;

export function authenticator(options: {
  readonly keys: KeyStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly readToken?: ReadToken | undefined;
  readonly readRunToken: ReadToken;
  /** Origins of pages that are not this server's and may ask it, with a key. */
  readonly foreignPages?: readonly string[] | undefined;
}): Authenticator {
  const { keys, clock, readToken, readRunToken, foreignPages = [] } = options;
  let isClosed = readToken !== undefined;
  let checkedAt = -recheckMs;

  async function isOpen(): Promise<boolean> {
    if (isClosed) return false;
    const now = clock.now();
    if (now - checkedAt >= recheckMs) {
      isClosed = (await keys.list({ limit: 1 })).items.length > 0;
      checkedAt = now;
    }
    return !isClosed;
  }

  async function identify(request: Request): Promise<Identity> {
    const { headers } = request;
    const header = headers.get('authorization');
    if (header !== null) return byHeader(header);
    const isForeign = foreignPages.includes(headers.get('origin') ?? '');
    const cookie = isForeign ? undefined : cookieOf(headers);
    if (cookie !== undefined) {
      const found = await findSession(keys, cookie, clock.now());
      if (found !== undefined) {
        const { session, key } = found;
        return { ...toIdentity(session, 'session', key), session: session.id };
      }
    }
    if (await isOpen()) return localIdentity;
    throw new EngineError('UNAUTHENTICATED', { reason: 'this server requires a key.' });
  }

  async function byHeader(header: string): Promise<Identity> {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(header) ?? [];
    if (isRunToken(token)) {
      const run = await readRunToken(token);
      if (run !== undefined) return run;
      throw new EngineError('UNAUTHENTICATED', { reason: 'the key is not known here.' });
    }
    const now = clock.now();
    const key = token === '' ? undefined : await findKey(keys, token, now);
    if (key !== undefined && !isSession(key)) {
      await keys.touch(key.id, key.user, now);
      return toIdentity(key, 'key', key);
    }
    const identity = token === '' ? undefined : await readToken?.(token);
    if (identity !== undefined) return identity;
    throw new EngineError('UNAUTHENTICATED', { reason: 'the key is not known here.' });
  }

  const recheck = () => {
    checkedAt = -recheckMs;
  };
  return { identify, isOpen, recheck };
}

/** `key` is the one that was used, or that the session came from. */
function toIdentity(record: ApiKey, via: 'key' | 'session', key: ApiKey): Identity {
  return {
    user: userOf(record.user),
    owner: record.user,
    // Stored values were checked when the key was created.
    scopes: record.scopes as readonly Scope[],
    groups: [],
    roles: record.roles,
    via,
    key: key.id,
    keyName: key.name,
  };
}
