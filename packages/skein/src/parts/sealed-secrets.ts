import type { ConnectionSource, EngineStore, Store } from '@skein/ports';
import type { Sealer } from '@skein/server';
import type { StoredModels, StoredSecretSource } from './compose-models.ts';
import { connectionReach } from './connection-reach.ts';
import { configuredConnections } from './configured-connections.ts';
import type { SecretHost } from './host-secrets.ts';
import { noSecrets } from './run-secrets.ts';
import type { UserSecrets } from './user-tools.ts';

export interface SealedSecrets {
  readonly storedSecrets: (store: EngineStore | Store) => StoredSecretSource;
  readonly storedModels: (store: EngineStore | Store) => () => Promise<StoredModels>;
  readonly storedServers: (store: EngineStore | Store) => Pick<Store, 'mcpServers'>;
  readonly userSecrets: (store: Store, user: string) => UserSecrets;
  readonly storedConnections: (store: Store) => ConnectionSource;
  readonly sealer: Sealer;
}

const noServers: Pick<Store, 'mcpServers'> = {
  mcpServers: {
    list: () => ({ items: [], nextCursor: null }),
    get: () => undefined,
    put: () => {},
    delete: () => false,
  },
};

/** How secrets in a store are opened; without a key, nothing. */
export async function sealedSecrets(
  secretKey: Uint8Array | undefined,
  host: SecretHost,
  place: () => string = () => '',
): Promise<SealedSecrets | undefined> {
  if (secretKey === undefined) return undefined;
  const {
    createConnections,
    sealer: sealerOf,
    storedSecrets,
    storedSettings,
    storedServers,
    readStoredModels,
    settingsFault,
  } = await import('@skein/server');
  const connectionsIn = (store: Store) =>
    configuredConnections(host, settingsFault, storedSecrets(store, sealer));
  const sealer = sealerOf(secretKey);
  return {
    // A custom store may have no place for secrets.
    storedSecrets: (store) =>
      'secrets' in store ? storedSecrets(store, sealer) : { ...noSecrets, known: async () => [] },
    storedServers: (store) =>
      // Whoever starts this process runs programs here anyway.
      'secrets' in store ? storedServers(storedSettings(store, sealer), () => true) : noServers,
    storedModels: (store) =>
      'secrets' in store
        ? () => readStoredModels(storedSettings(store, sealer))
        : async () => ({ default: undefined, providers: {}, stamp: '' }),
    userSecrets: (store, user) => storedSecrets(store, sealer, { of: user }),
    storedConnections: (store) =>
      createConnections({
        store,
        sealer,
        clock: Date,
        place,
        configured: connectionsIn(store),
        reach: connectionReach(host),
      }),
    sealer,
  };
}
