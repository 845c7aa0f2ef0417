// The models of an engine
// A cassette answers first, then a script for every model. Without a script the configured providers answer, and without any of those the
// offline model echoes. Which providers there are depends on keys, and keys in the store come and go while the process runs.
import process from 'node:process';
import {
  cassetteModels,
  configuredSecrets,
  describeProviders,
  hasProviders,
  joinSecrets,
  knownVariables,
  providerModels,
  scriptedModel,
  type CassetteDeck,
  type ModelSource,
  type ProviderDescription,
} from '@skein/agents';
import type { SecretSource } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { withoutUndefined } from '../without-undefined.ts';

export interface ComposedModels extends ModelSource {
  /** Those of the configuration, and those whose keys are there. */
  readonly providers: () => readonly ProviderDescription[];
  /** Reads the keys in the store again: later calls use them as they are then. */
  readonly refresh: () => Promise<void>;
}

export interface StoredSecretSource extends SecretSource {
  /** Of those that are there now: the key of a provider makes that provider known. */
  known(): Promise<readonly { readonly name: string; readonly updatedAt: number }[]>;
}

export interface ModelOptions extends CreateEngineOptions {
  /** Beside those of the environment and of the file. */
  readonly secrets?: StoredSecretSource | undefined;
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
  const scripted = scriptedModel(script, withoutUndefined({ clock, retryForMs }));
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
  const mayChange = options.secrets !== undefined;
  return {
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
  readonly providers: readonly ProviderDescription[];
  readonly models: ModelSource;
}

function lookAtProviders(
  options: ModelOptions,
  scripted: ModelSource,
): () => Promise<FoundProviders> {
  const { config = {}, environment = process.env, folder = process.cwd() } = options;
  const { providers, models, limits } = config;
  const settings = { ...models, ...withoutUndefined({ providers, limits: limits?.model }) };
  const { all, file } = configuredSecrets(config.secrets ?? {}, { folder, environment });
  const { secrets: stored } = options;
  const secrets = stored === undefined ? all : joinSecrets([all, stored]);
  return async () => {
    const kept = (await stored?.known()) ?? [];
    const ofFile = await file.list();
    const secretNames = [...ofFile, ...kept].map(({ name }) => name);
    const source = { environment, secrets, secretNames };
    const known = knownVariables(source);
    return {
      stamp: JSON.stringify([secretNames, kept]),
      providers: describeProviders(settings, known),
      models: hasProviders(settings, known)
        ? providerModels({ ...settings, ...source, scripted })
        : offline(scripted),
    };
  };
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
