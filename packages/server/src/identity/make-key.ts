// API keys
// K1. A key is 32 random bytes; only its SHA-256 is stored. It cannot be guessed, so a fast hash is as good as a slow one.
// K2. It is shown once, to its creator.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '@skein/api';
import type { ApiKey } from '@skein/ports';

export interface NewKey {
  /** The owner, as stored. */
  readonly user: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Default: none. */
  readonly roles?: readonly string[];
  readonly expiresAt: number | null;
  readonly now: number;
  /** Default: a new one. */
  readonly id?: string;
}

const prefix = 'skein_';
const keyBytes = 32;

export function makeKey(given: NewKey): { readonly secret: string; readonly record: ApiKey } {
  const { user, name, scopes, roles = [], expiresAt, now, id = randomUUID() } = given;
  const secret = `${prefix}${randomBytes(keyBytes).toString('base64url')}`;
  const record: ApiKey = {
    id,
    user,
    name,
    hash: hashKey(secret),
    scopes,
    roles,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  return { secret, record };
}

export function hashKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
