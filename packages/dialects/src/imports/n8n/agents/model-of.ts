// The model that a node of n8n names, in Skein's words
import { isObject, type Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { loseOf } from '../context/conversion.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { plainText } from '../read/plain-text.ts';

/** The provider of each type of model, and the model that n8n leaves out of files. */
const PROVIDERS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['lmChatOpenAi', ['openai', 'gpt-4o-mini']],
  ['lmOpenAi', ['openai', 'gpt-4o-mini']],
  ['lmChatAzureOpenAi', ['azure', 'gpt-4o-mini']],
  ['openAi', ['openai', 'gpt-4o-mini']],
  ['lmChatAnthropic', ['anthropic', 'claude-sonnet-4-5']],
  ['anthropic', ['anthropic', 'claude-sonnet-4-5']],
  ['lmChatGoogleGemini', ['google', 'gemini-2.5-flash']],
  ['googleGemini', ['google', 'gemini-2.5-flash']],
  ['lmChatGoogleVertex', ['google', 'gemini-2.5-flash']],
  ['lmChatOllama', ['ollama', 'llama3.2']],
  ['lmOllama', ['ollama', 'llama3.2']],
  ['ollama', ['ollama', 'llama3.2']],
  ['lmChatOpenRouter', ['openrouter', 'openai/gpt-4.1-mini']],
  ['lmChatGroq', ['groq', 'llama-3.3-70b-versatile']],
  ['lmChatMistralCloud', ['mistral', 'mistral-small-latest']],
  ['mistralAi', ['mistral', 'mistral-small-latest']],
  ['lmChatDeepSeek', ['deepseek', 'deepseek-chat']],
  ['lmChatXAiGrok', ['xai', 'grok-2']],
  ['lmChatAwsBedrock', ['bedrock', 'claude']],
  ['lmChatHf', ['huggingface', 'model']],
]);

const OWN_PROVIDERS: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google']);

/** Settings of the model call, with what is lost of them. */
export function modelSettings(
  context: NodeContext,
  node: N8nNode | undefined,
): { readonly [key: string]: Json } {
  if (node === undefined) return {};
  const { template, conversion } = context;
  const kind = node.type.replace(/^.*\./, '');
  const [provider, otherwise] = PROVIDERS.get(kind) ?? [
    kind.replace(/^lm(Chat)?/, '').toLowerCase(),
    'model',
  ];
  const written = modelName(node.parameters) ?? otherwise;
  const name = written.startsWith('=') ? template(written) : written.replace(/^models\//, '');
  const settings: { [key: string]: Json } = { model: `${provider}/${plainText(name)}` };
  const options = isObject(node.parameters['options']) ? node.parameters['options'] : {};
  const lost: string[] = [];
  for (const [key, value] of Object.entries(options)) {
    if (key === 'temperature' || key === 'samplingTemperature')
      settings['temperature'] = settingOf(value, template);
    else if (SAMPLING.has(key) && !isDefault(key, value))
      settings[key] = settingOf(value, template, -2);
    else if (
      key === 'maxTokens' ||
      key === 'maxOutputTokens' ||
      key === 'maxTokensToSample' ||
      key === 'numPredict'
    ) {
      if (typeof value === 'number' && value < 1) continue;
      settings['maxOutputTokens'] = settingOf(value, template);
    } else if (key === 'reasoningEffort' && typeof value === 'string')
      settings['reasoningEffort'] = value;
    else if (!WITHOUT_EFFECT.has(key) && !isDefault(key, value)) lost.push(key);
  }
  const credential = node.credentials[0]?.name ?? provider;
  const key = OWN_PROVIDERS.has(provider)
    ? (KEYS.get(provider) ?? '')
    : `${provider.toUpperCase()}_API_KEY`;
  loseOf(conversion, node, {
    kind: 'credential',
    message: `"${node.name}" is the model ${plainText(settings['model'])} with the credential "${credential}".`,
    hint: OWN_PROVIDERS.has(provider)
      ? `Set the key of the provider: ${key} (docs/models.md).`
      : `Configure a provider "${provider}" with its address and key (docs/models.md).`,
  });
  if (lost.length > 0) {
    loseOf(conversion, node, {
      kind: 'model-option',
      message: `"${node.name}" sets ${lost.join(', ')}, which model calls here do not have.`,
      hint: 'Leave them, or set them in an alias of the model in the configuration.',
    });
  }
  return settings;
}

const KEYS: ReadonlyMap<string, string> = new Map([
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['google', 'GOOGLE_GENERATIVE_AI_API_KEY'],
]);

/** How n8n calls its provider, which the host decides here. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'timeout',
  'maxRetries',
  'responseFormat',
  'textFormat',
  'keepAlive',
  'thinking',
  'simplify',
  'conversationId',
  'store',
]);

function isDefault(key: string, value: Json): boolean {
  if (value === null || value === '' || value === 0) return true;
  return (key === 'topP' && value === 1) || (isObject(value) && Object.keys(value).length === 0);
}

/** They have the same names here. */
const SAMPLING: ReadonlySet<string> = new Set(['topP', 'frequencyPenalty', 'presencePenalty']);

function settingOf(value: Json, template: NodeContext['template'], least = 0): Json {
  const number = typeof value === 'string' && !value.startsWith('=') ? Number(value) : value;
  if (typeof number === 'number') return Number.isFinite(number) ? Math.max(least, number) : 0;
  return template(value);
}

/** The model that a node names; null where it names none. */
export function modelName(parameters: { readonly [key: string]: Json }): string | null {
  for (const key of ['model', 'modelName', 'modelId']) {
    const value = parameters[key];
    const held = isObject(value) ? value['value'] : value;
    if (typeof held === 'string' && held !== '') return held;
  }
  return null;
}
