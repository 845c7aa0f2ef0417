import type { LanguageModel, ModelRequest, NodeModel } from '@skein/ports';

/** What the engine knows about every request of a call. */
export type KnownOfRequest = Pick<ModelRequest, 'signal' | 'caller' | 'onToken'>;

/** A model that is told who asks, unless the function says so itself. */
export function askingModel(model: LanguageModel, known: () => KnownOfRequest): NodeModel {
  const { provider, name, hasSessions, hasWebSearch, outputTokensMax } = model;
  return {
    provider,
    name,
    hasSessions,
    hasWebSearch,
    outputTokensMax,
    priceOf: (tokens) => model.priceOf?.(tokens),
    call: (request) => model.call({ ...known(), ...request }),
  };
}
