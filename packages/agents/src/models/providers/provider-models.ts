// The models of real providers
// A model is only a name until it is called, or asked whether it could be: nothing is loaded, and no key is needed, before that.
import type { LanguageModel, ModelProblem, SecretSource } from '@skein/ports';
import { failureIn } from '../../failure-error.ts';
import { serverOf } from '../../http/server-of.ts';
import type { ModelSource } from '../model-source.ts';
import { callProvider } from './call-provider.ts';
import { ownEntry } from './own-entry.ts';
import {
  addressOf,
  hasWebSearch,
  openProvider,
  typeOf,
  type OpenProvider,
} from './open-provider.ts';
import { costOf, findPrice } from './prices.ts';
import { hasSessions } from './provider-session.ts';
import type { Environment, ModelSettings } from './provider-settings.ts';
import { resolveModel, type ResolvedModel } from './resolve-model.ts';

export interface ProviderModelOptions extends ModelSettings {
  readonly environment: Environment;
  /** Keys that the environment does not have. */
  readonly secrets?: SecretSource;
  /** Their names, as far as they are known before one is wanted. */
  readonly secretNames?: readonly string[];
  /** Answers for the provider `scripted`. */
  readonly scripted: ModelSource;
}

export function providerModels(options: ProviderModelOptions): ModelSource {
  const { scripted } = options;
  const known = knownVariables(options);
  const open = new Map<string, Promise<OpenProvider>>();
  const opened = (id: string): Promise<OpenProvider> => {
    const known = open.get(id);
    if (known !== undefined) return known;
    const opening = openProvider(id, options, options);
    open.set(id, opening);
    // A key that is missing now may be there for the next call.
    opening.catch(() => open.delete(id));
    return opening;
  };
  return {
    model: (name) => {
      const resolved = resolveModel(name, options, known);
      if (resolved.provider === 'scripted') return scripted.model(resolved.model);
      return providerModel(resolved, options, opened);
    },
  };
}

/** Only whether they are set: a provider whose key is in the secret store is configured too. */
export function knownVariables({
  environment,
  secretNames = [],
}: Pick<ProviderModelOptions, 'environment' | 'secretNames'>): Environment {
  const stored = secretNames.map((name) => [name, 'stored'] as const);
  return { ...Object.fromEntries(stored), ...environment };
}

async function problemOf(connecting: Promise<unknown>): Promise<ModelProblem | undefined> {
  try {
    await connecting;
    return undefined;
  } catch (error) {
    const failure = failureIn(error);
    if (failure === undefined) throw error;
    const hint = failure.data?.['hint'];
    return { message: failure.message, hint: typeof hint === 'string' ? hint : '' };
  }
}

function providerModel(
  resolved: ResolvedModel,
  options: ProviderModelOptions,
  opened: (id: string) => Promise<OpenProvider>,
): LanguageModel {
  const { provider: id, model } = resolved;
  const { limits = {} } = options;
  const price = findPrice(resolved, options);
  const settings = ownEntry(options.providers, id) ?? {};
  const type = typeOf(id, settings);
  return {
    provider: id,
    name: model,
    hasSessions: hasSessions(type) && settings.api !== 'chat',
    hasWebSearch: hasWebSearch(type, settings),
    streams: true,
    get server() {
      return serverOf(addressOf(id, options, options.environment));
    },
    // With its packages: a run must not be the first to find out that one is missing.
    findProblem: () => problemOf(opened(id)),
    ...(limits.outputTokens !== undefined && { outputTokensMax: limits.outputTokens }),
    priceOf: (tokens) => costOf(price, tokens),
    call: async (request) => {
      request.signal.throwIfAborted();
      const provider = await opened(id);
      return callProvider({ id, model, provider, price, limits, request });
    },
  };
}
