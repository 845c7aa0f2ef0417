import type { ApiKey, Store } from '@skein/ports';
import { hashKey } from './make-key.ts';

/** The key of this secret, when it opens anything: known, not expired, not revoked. */
export async function findKey(
  store: Store,
  secret: string,
  now: number,
): Promise<ApiKey | undefined> {
  const key = await store.keys.findByHash(hashKey(secret));
  return key !== undefined && isValid(key, now) ? key : undefined;
}

export function isValid({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
