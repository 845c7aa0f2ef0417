// Which model would answer, at what price: for people who want to know before they pay.
import {
  hasProviders,
  isSet,
  isUsualProvider,
  usualVariables,
  type Environment,
  type ModelPrice,
  type ModelSettings,
} from './provider-settings.ts';
import { typeOf } from './open-provider.ts';
import { ownEntry } from './own-entry.ts';
import { findPrice, isOwnPrice, pricesAsOf } from './prices.ts';
import { configuredProviders, resolveModel } from './resolve-model.ts';

export interface ProviderDescription {
  readonly id: string;
  readonly type: string;
  readonly baseURL: string | null;
  /** The variable or secret that holds its key; null when it needs none. */
  readonly key: string | null;
  readonly hasKey: boolean;
}

export interface ModelDescription {
  readonly provider: string;
  readonly model: string;
  /** USD per million tokens; null if unknown: it then counts as free. */
  readonly price: ModelPrice | null;
  /** Where the price is from: the configuration, or the table that ships, with its month. */
  readonly priceFrom: string | null;
}

/** `known`: the variables that are set, in the environment or in the secret store. */
export function describeProviders(
  settings: ModelSettings,
  known: Environment,
): readonly ProviderDescription[] {
  return configuredProviders(settings, known).map((id) => {
    const own = ownEntry(settings.providers, id) ?? {};
    const type = typeOf(id, own);
    const usual = isUsualProvider(type) ? usualVariables[type] : undefined;
    const key = own.apiKeyEnv ?? usual?.key ?? null;
    const named = usual !== undefined && id === type ? known[usual.baseURL] : undefined;
    const baseURL = own.baseURL ?? (named || usual?.address) ?? null;
    return { id, type, baseURL, key, hasKey: key !== null && isSet(known, key) };
  });
}

/** Throws MODEL_NOT_FOUND if no provider answers for the name. */
export function describeModel(
  name: string | undefined,
  settings: ModelSettings,
  known: Environment,
): ModelDescription {
  if (!hasProviders(settings, known)) return offline;
  const resolved = resolveModel(name, settings, known);
  if (resolved.provider === 'scripted') return offline;
  const price = findPrice(resolved, settings) ?? null;
  const isOwn = isOwnPrice(resolved, settings);
  const priceFrom = price === null ? null : isOwn ? 'configuration' : pricesAsOf;
  return { ...resolved, price, priceFrom };
}

const offline: ModelDescription = {
  provider: 'scripted',
  model: 'scripted',
  price: null,
  priceFrom: null,
};
