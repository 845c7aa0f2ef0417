import type { JsonObject } from '@skein/kernel';
import { textSetting } from './execution-context.ts';

/** The model that a node names, else that of its context; with its provider, when one is known. */
export function modelName(config: JsonObject, settings: JsonObject): string | undefined {
  const model = textSetting(config, 'model') ?? textSetting(settings, 'model');
  const provider = textSetting(config, 'provider') ?? textSetting(settings, 'provider');
  if (model === undefined) return undefined;
  return provider === undefined || model.startsWith(`${provider}/`)
    ? model
    : `${provider}/${model}`;
}
