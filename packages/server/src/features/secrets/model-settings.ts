// Providers and the default model, as the operator sets them up
// P1. A key is a secret like any other; a provider only names it.
// P2. A provider or a key changes nothing by itself: which model answers where none is named is chosen by a person.
import { textAt, type JsonObject } from '@skein/api';
import type { StoredSettings } from './stored-settings.ts';

export interface StoredModels {
  /** Undefined: nobody has chosen one. */
  readonly default: string | undefined;
  readonly providers: { readonly [id: string]: JsonObject };
  /** Differs when something has changed. */
  readonly stamp: string;
}

const providerPrefix = 'provider.';
const defaultName = 'default-model';

/** All of them, for whoever calls models. */
export async function readStoredModels(settings: StoredSettings): Promise<StoredModels> {
  const [providers, chosen] = await Promise.all([
    settings.list(providerPrefix),
    settings.get(defaultName),
  ]);
  return {
    default: chosen === undefined ? undefined : textAt(chosen, 'model'),
    providers: Object.fromEntries(providers.map(({ name, value }) => [name, value])),
    stamp: JSON.stringify([providers, chosen ?? null]),
  };
}

export const providerSetting = (id: string): string => `${providerPrefix}${id}`;

export async function setDefaultModel(
  settings: StoredSettings,
  model: string | null,
  now: number,
): Promise<void> {
  if (model === null) await settings.delete(defaultName);
  else await settings.put(defaultName, { model }, now);
}
