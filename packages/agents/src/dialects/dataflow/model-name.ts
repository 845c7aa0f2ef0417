import { nonEmptyTextAt, type JsonObject } from '@skein/kernel';

/** The model that a node names, else that of its context; with its provider, when one is known. */
export function modelName(config: JsonObject, settings: JsonObject): string | undefined {
  const model = nonEmptyTextAt(config, 'model') ?? nonEmptyTextAt(settings, 'model');
  const provider = nonEmptyTextAt(config, 'provider') ?? nonEmptyTextAt(settings, 'provider');
  if (model === undefined) return undefined;
  return provider === undefined || model.startsWith(`${provider}/`)
    ? model
    : `${provider}/${model}`;
}
