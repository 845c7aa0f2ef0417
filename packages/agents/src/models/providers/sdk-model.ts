// Models of the AI SDK as a host has them
// Called as those of configured providers are: one request, streamed, with the same limits and failures. Its packages, keys and
// addresses are the host's.
import type { LanguageModel } from '@skein/ports';
import type { LanguageModel as SdkModel } from 'ai';
import { callProvider } from './call-provider.ts';
import type { OpenProvider } from './open-provider.ts';
import { costOf, findPrice } from './prices.ts';
import { typeByName } from './provider-settings.ts';

/** What the models of `ai` 5 to 7 have in common, so that none of its types is part of ours. */
export interface SdkModelObject {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doStream(options: never): unknown;
}

export function sdkModel(given: SdkModelObject): LanguageModel {
  const { provider: id, modelId: model } = given;
  // `openai.responses`, `anthropic.messages`; others are told nothing that only one provider understands.
  const type = typeByName(id.split('.')[0] ?? '') ?? 'openai-compatible';
  const price = findPrice({ provider: type, model }, {});
  const provider: OpenProvider = {
    type,
    keyVariable: undefined,
    // Its key is not known here.
    redact: (text) => text,
    // An object of this form is what the package takes; it tells versions apart itself.
    model: () => given as unknown as SdkModel,
  };
  return {
    provider: id,
    name: model,
    streams: true,
    priceOf: (tokens) => costOf(price, tokens),
    call: async (request) => {
      request.signal.throwIfAborted();
      return callProvider({ id, model, provider, price, limits: {}, request });
    },
  };
}
