// Sessions
// A browser that signs in with a key gets a key of its own. It expires, ends when the browser signs out, and ends with the key
// that it came from. So no cookie holds the real key, and revoking that key closes its sessions too.
import { randomUUID } from 'node:crypto';
import type { Scope } from '@skein/api';
import type { ApiKey, KeyStore } from '@skein/ports';
import { findKey, isValid } from './find-key.ts';
import { makeKey } from './make-key.ts';

const cookieName = 'skein_session';
const mark = 'session:';
const lengthMs = 12 * 60 * 60 * 1000;

export interface Session {
  readonly secret: string;
  readonly key: ApiKey;
  readonly lengthMs: number;
}

export async function openSession(
  keys: KeyStore,
  secret: string,
  now: number,
): Promise<Session | undefined> {
  const key = await findKey(keys, secret, now);
  if (key === undefined || isSession(key)) return undefined;
  const ends = now + lengthMs;
  const made = makeKey({
    id: `${mark}${key.id}:${randomUUID()}`,
    user: key.user,
    name: `Session of ${key.name}`,
    // Stored values were checked when the key was created.
    scopes: key.scopes as readonly Scope[],
    roles: key.roles,
    expiresAt: key.expiresAt === null ? ends : Math.min(ends, key.expiresAt),
    now,
  });
  await keys.create(made.record);
  return { secret: made.secret, key, lengthMs };
}

/** The session and the key that it came from, while both are valid. */
export async function findSession(
  keys: KeyStore,
  secret: string,
  now: number,
): Promise<{ readonly session: ApiKey; readonly key: ApiKey } | undefined> {
  const session = await findKey(keys, secret, now);
  if (session === undefined || !isSession(session)) return undefined;
  const [, keyId = ''] = /^session:(.*):[^:]*$/su.exec(session.id) ?? [];
  const key = await keys.get(keyId, session.user);
  return key !== undefined && isValid(key, now) ? { session, key } : undefined;
}

export function isSession({ id }: ApiKey): boolean {
  return id.startsWith(mark);
}

/** The value of our cookie, if the request has one. */
export function cookieOf(headers: Headers): string | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === cookieName && value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** HttpOnly: no page can read it. SameSite: no other site can make the browser send it. */
export function cookieHeader(
  value: string,
  { maxAgeMs, isSecure }: { readonly maxAgeMs: number; readonly isSecure: boolean },
): string {
  const seconds = Math.floor(maxAgeMs / 1000);
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}
