import type { Sealer } from '../secrets/sealer.ts';
import { storedSecrets, type StoredSecrets } from '../secrets/stored-secrets.ts';
import { storedSettings, type StoredSettings } from '../secrets/stored-settings.ts';
import { createConnections, type ConnectionParts, type Connections } from './connections.ts';

export interface SealedServices {
  readonly sealer: Sealer;
  readonly secrets: StoredSecrets;
  readonly settings: StoredSettings;
  readonly connections: Connections;
}

/** What a server keeps sealed. */
export function sealedServices(
  store: ConnectionParts['store'],
  sealer: Sealer,
  {
    clock,
    place,
    configured,
    reach,
  }: Pick<ConnectionParts, 'clock' | 'place' | 'configured' | 'reach'>,
): SealedServices {
  return {
    sealer,
    secrets: storedSecrets(store, sealer),
    settings: storedSettings(store, sealer),
    connections: createConnections({ store, sealer, clock, place, configured, reach }),
  };
}
