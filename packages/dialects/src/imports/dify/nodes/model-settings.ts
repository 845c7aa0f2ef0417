import { objectAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { loseOf, type DifyStep } from './dify-step.ts';

/** Providers that Skein calls by themselves; all others are added to the configuration as compatible servers. */
const known: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  gemini: 'google',
};

/** Settings that say what a provider does anyway. */
const idle: Readonly<Record<string, readonly Json[]>> = {
  top_p: [1],
  frequency_penalty: [0],
  presence_penalty: [0],
  response_format: ['text'],
  stop: [],
};

/** Sampling under the names of Skein. */
const sampled: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'topP',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  stop: 'stopSequences',
};

function isSampling(setting: string, value: Json): boolean {
  if (setting === 'stopSequences')
    return Array.isArray(value) && value.every((each: Json) => typeof each === 'string');
  return typeof value === 'number' && (value >= 0 || setting.endsWith('Penalty'));
}

/** Model and sampling of a node, with a binding for a provider that has to be added. */
export function modelSettings(step: DifyStep, model: JsonObject): JsonObject {
  const name = textAt(model, 'name') ?? '';
  const written = textAt(model, 'provider') ?? '';
  const provider = written.split('/').at(-1) ?? '';
  const made: { [key: string]: Json } = {};
  if (name !== '') {
    const own = Object.hasOwn(known, provider) ? known[provider] : undefined;
    made['model'] = `${own ?? (provider === '' ? 'model' : provider)}/${name}`.replaceAll(
      '${',
      '$${',
    );
    if (own === undefined) {
      loseOf(step, {
        kind: 'binding',
        key: 'model',
        message: `"${step.node.title}" asks the model "${name}" of "${provider}".`,
        hint: `Add the provider "${provider}" to the configuration, give the model an alias, or choose another model.`,
      });
    }
  }
  sampling(step, objectAt(model, 'completion_params'), made);
  return made;
}

function sampling(step: DifyStep, params: JsonObject, made: { [key: string]: Json }): void {
  const lost: string[] = [];
  for (const [key, value] of Object.entries(params)) {
    const plain = Object.hasOwn(sampled, key) ? sampled[key] : undefined;
    if (plain !== undefined && !isIdle(key, value) && isSampling(plain, value)) made[plain] = value;
    else if (key === 'max_tokens' && typeof value === 'number' && value >= 1)
      made['maxOutputTokens'] = Math.floor(value);
    else if (!isIdle(key, value)) lost.push(`${key} ${JSON.stringify(value)}`);
  }
  if (lost.length === 0) return;
  loseOf(step, {
    kind: 'model-setting',
    key: 'model/completion_params',
    message: `"${step.node.title}" sets ${lost.join(', ')} for its model, which cannot be set here.`,
    hint: 'Check the answers without it.',
  });
}

function isIdle(key: string, value: Json): boolean {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return true;
  const values = Object.hasOwn(idle, key) ? idle[key] : undefined;
  return values?.includes(value) === true;
}

/** The pictures of a node with vision: files are given by their address. */
export function visionSelector(data: JsonObject): readonly string[] | null {
  const vision = objectAt(data, 'vision');
  if (ownValue(vision, 'enabled') !== true) return null;
  const selector = ownValue(objectAt(vision, 'configs'), 'variable_selector');
  return Array.isArray(selector) && selector.length > 1 ? selector.map(String) : ['sys', 'files'];
}
