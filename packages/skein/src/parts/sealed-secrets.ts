import type { EngineStore, Store } from '@skein/ports';
import type { Sealer } from '@skein/server';
import type { StoredSecretSource } from './compose-models.ts';
import { noSecrets } from './run-secrets.ts';
import type { UserSecrets } from './user-tools.ts';

export interface SealedSecrets {
  readonly storedSecrets: (store: EngineStore | Store) => StoredSecretSource;
  readonly userSecrets: (store: Store, user: string) => UserSecrets;
  readonly sealer: Sealer;
}

/** How secrets in a store are opened; without a key, nothing. */
export async function sealedSecrets(
  secretKey: Uint8Array | undefined,
): Promise<SealedSecrets | undefined> {
  if (secretKey === undefined) return undefined;
  const { sealer: sealerOf, storedSecrets } = await import('@skein/server');
  const sealer = sealerOf(secretKey);
  return {
    // A custom store may have no place for secrets.
    storedSecrets: (store) =>
      'secrets' in store ? storedSecrets(store, sealer) : { ...noSecrets, known: async () => [] },
    userSecrets: (store, user) => storedSecrets(store, sealer, { of: user }),
    sealer,
  };
}
