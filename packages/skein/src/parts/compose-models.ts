// The models of an engine
// A cassette answers first, then a script for every model. Without a script the configured providers answer, and without any of those the
// offline model answers: as the templates say, else with an echo. Which providers there are depends on keys and settings in the store,
// which come and go while the process runs.
//
// M1. What is added to the store changes nothing by itself: the default model is what a person has chosen there, else what the
//     configuration and the environment say without the store, else the offline model.
// M2. A provider of the configuration cannot be replaced by one of the store.
import process from 'node:process';
import {
  cassetteModels,
  configuredSecrets,
  defaultModel,
  describeProviders,
  failureIn,
  findPrice,
  hasProviders,
  joinSecrets,
  knownVariables,
  listProviderModels,
  providerModels,
  scriptedModel,
  type CassetteDeck,
  type ModelPrice,
  type ModelSettings,
  type ModelSource,
  type ProviderDescription,
  type ProviderSettings,
} from '@skein/agents';
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { EngineError, type SecretSource } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { offlineReplies } from './offline-replies.ts';
import { tryProvider, type TriedProvider } from './try-provider.ts';

export interface ComposedModels extends ModelSource {
  /** Those of the configuration and of the store, and those whose keys are there. */
  readonly providers: () => readonly KnownProvider[];
  /** The model that answers where none is named; null: nothing says one. */
  readonly defaultModel: () => string | null;
  /** Makes one small call; without a model to the first one that the provider lists. */
  readonly test: (id: string, model: string | undefined) => Promise<TriedProvider>;
  /** What a provider says it has, with what it costs as far as that is known. */
  readonly listModels: (id: string) => Promise<readonly PricedModel[]>;
  /** Reads the keys in the store again: later calls use them as they are then. */
  readonly refresh: () => Promise<void>;
}

export interface KnownProvider extends ProviderDescription {
  readonly isConfigured: boolean;
}

export interface PricedModel {
  readonly name: string;
  readonly price: ModelPrice | null;
}

/** What the operator of a server has set up in its store. */
export interface StoredModels {
  readonly default: string | undefined;
  readonly providers: { readonly [id: string]: JsonObject };
  readonly stamp: string;
}

export interface StoredSecretSource extends SecretSource {
  /** Of those that are there now: the key of a provider makes that provider known. */
  known(): Promise<readonly { readonly name: string; readonly updatedAt: number }[]>;
}

export interface ModelOptions extends CreateEngineOptions {
  /** Beside those of the environment and of the file. */
  readonly secrets?: StoredSecretSource | undefined;
  /** Providers and the default model in the store. */
  readonly storedModels?: (() => Promise<StoredModels>) | undefined;
}

/** Calls that are not on a cassette fail, or are answered as if there were none. */
export async function composeModels(
  options: ModelOptions,
  deck: CassetteDeck | undefined,
): Promise<ComposedModels> {
  if (deck === undefined) return givenOrLive(options);
  const live = options.missing === 'live' ? await givenOrLive(options) : undefined;
  return fixed(cassetteModels(deck, live));
}

async function givenOrLive(options: ModelOptions): Promise<ComposedModels> {
  const { models, script, clock } = options;
  if (models !== undefined) return fixed(ownFirst(models));
  const { retryForMs } = options.config?.limits?.model ?? {};
  const scripted = scriptedModel(script ?? offlineReplies, withoutUndefined({ clock, retryForMs }));
  return script === undefined ? liveModels(options, scripted) : fixed(scripted);
}

/** A model that code brings along needs nobody who knows its name. */
function ownFirst(models: ModelSource): ModelSource {
  return { model: (name, own) => own ?? models.model(name) };
}

function fixed(models: ModelSource): ComposedModels {
  return {
    model: (name, own) => models.model(name, own),
    providers: () => [],
    defaultModel: () => null,
    test: (id) => Promise.reject(noProvider(id)),
    listModels: (id) => Promise.reject(noProvider(id)),
    refresh: async () => {},
  };
}

/** Another server on the same database may have received a key. */
const lookAgainMs = 5000;

async function liveModels(options: ModelOptions, scripted: ModelSource): Promise<ComposedModels> {
  const look = lookAtProviders(options, scripted);
  let found = await look();
  let lookedMs = performance.now();
  const refresh = async () => {
    lookedMs = performance.now();
    const next = await look();
    // Providers that are open stay so as long as nothing has changed.
    if (next.stamp !== found.stamp) found = next;
  };
  const mayChange = options.secrets !== undefined || options.storedModels !== undefined;
  const listModels = async (id: string) => {
    if (!found.providers.some((each) => each.id === id)) throw noProvider(id);
    const { settings } = found;
    const names = await listProviderModels(id, settings, found.source).catch(refuse);
    return names.map((name) => ({
      name,
      price: findPrice({ provider: id, model: name }, settings) ?? null,
    }));
  };
  return {
    defaultModel: () => found.settings.default ?? null,
    listModels,
    async test(id, given) {
      if (!found.providers.some((each) => each.id === id)) throw noProvider(id);
      return tryProvider(
        found.models,
        id,
        async () => given ?? (await listModels(id))[0]?.name ?? '',
      );
    },
    model(name, own) {
      if (own !== undefined) return own;
      // This call uses what is known. A store that fails now is noticed by those who need it.
      if (mayChange && performance.now() - lookedMs > lookAgainMs) refresh().catch(() => {});
      return found.models.model(name);
    },
    providers: () => found.providers,
    refresh,
  };
}

interface FoundProviders {
  /** Differs when a key has come, gone or changed. */
  readonly stamp: string;
  readonly settings: ModelSettings;
  readonly source: Parameters<typeof listProviderModels>[2];
  readonly providers: readonly KnownProvider[];
  readonly models: ModelSource;
}

function lookAtProviders(
  options: ModelOptions,
  scripted: ModelSource,
): () => Promise<FoundProviders> {
  const { config = {}, environment = process.env, folder = process.cwd() } = options;
  const { providers, models, limits } = config;
  const configured: ModelSettings = {
    ...models,
    ...withoutUndefined({ providers, limits: limits?.model }),
  };
  const { all, file } = configuredSecrets(config.secrets ?? {}, { folder, environment });
  const { secrets: stored } = options;
  const secrets = stored === undefined ? all : joinSecrets([all, stored]);
  return async () => {
    const kept = (await stored?.known()) ?? [];
    const ofFile = await file.list();
    const secretNames = [...ofFile, ...kept].map(({ name }) => name);
    const source = { environment, secrets, secretNames };
    const known = knownVariables(source);
    const added = await options.storedModels?.();
    const alone = knownVariables({ environment, secretNames: ofFile.map(({ name }) => name) });
    const settings = withStored(configured, added, usualDefault(configured, alone));
    return {
      stamp: JSON.stringify([secretNames, kept, added?.stamp]),
      settings,
      source,
      providers: describeProviders(settings, known).map((each) => ({
        ...each,
        isConfigured: providers !== undefined && Object.hasOwn(providers, each.id),
      })),
      models: hasProviders(settings, known)
        ? providerModels({ ...settings, ...source, scripted })
        : offline(scripted),
    };
  };
}

function withStored(
  configured: ModelSettings,
  stored: StoredModels | undefined,
  usual: string | undefined,
): ModelSettings {
  const added = Object.entries(stored?.providers ?? {});
  const providers = Object.fromEntries(added.map(([id, each]) => [id, settingsOf(each)]));
  return {
    ...configured,
    providers: { ...providers, ...configured.providers },
    prices: { ...Object.assign({}, ...added.map(pricesOf)), ...configured.prices },
    ...withoutUndefined({ default: stored?.default ?? usual }),
  };
}

/** Whoever configures providers says which model is meant; where nobody does, it is the offline one. */
function usualDefault(
  configured: ModelSettings,
  known: Parameters<typeof defaultModel>[1],
): string | undefined {
  return (
    defaultModel(configured, known) ?? (hasProviders(configured, known) ? undefined : 'scripted')
  );
}

function settingsOf(stored: JsonObject): ProviderSettings {
  const { prices: _, ...settings } = stored;
  // Stored as a request that was checked against its schema.
  return settings as ProviderSettings;
}

function pricesOf([id, provider]: [string, JsonObject]): { readonly [model: string]: ModelPrice } {
  const prices = ownValue(provider, 'prices');
  const all = isObject(prices) ? Object.entries(prices) : [];
  // As above.
  return Object.fromEntries(all.map(([model, price]) => [`${id}/${model}`, price])) as never;
}

/** What a provider answers badly is said to whoever asked for it. */
function refuse(error: unknown): never {
  const failure = failureIn(error);
  if (failure === undefined) throw error;
  throw new EngineError('BAD_VALUE', { what: 'provider', complaint: failure.message });
}

function noProvider(id: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'provider', id });
}

/** It answers for every name; whoever named a real model should know that before the run. */
function offline(scripted: ModelSource): ModelSource {
  return {
    model: (name) => ({
      ...scripted.model(name),
      findProblem: async () =>
        name === undefined || name === 'scripted'
          ? undefined
          : {
              message: `No provider is configured and no key is set: the offline model will answer for "${name}".`,
              hint: 'Set the key of a provider, such as OPENAI_API_KEY, or name the model "scripted".',
            },
    }),
  };
}
