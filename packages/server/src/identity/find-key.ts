import type { ApiKey, KeyStore } from '@skein/ports';
import { hashKey } from './make-key.ts';

/** The key of this secret, if it is valid: known, not expired, not revoked. */
export async function findKey(
  keys: Pick<KeyStore, 'findByHash'>,
  secret: string,
  now: number,
): Promise<ApiKey | undefined> {
  const key = await keys.findByHash(hashKey(secret));
  return key !== undefined && isValid(key, now) ? key : undefined;
}

export function isValid({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
