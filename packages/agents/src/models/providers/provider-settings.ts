// What a host says about model providers; part of the configuration file. Keys are never in it: only the names of the
// environment variables that hold them.
import type { SecretSource } from '@skein/ports';

export const providerTypes = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;

export type ProviderType = (typeof providerTypes)[number];

export interface ProviderSettings {
  /** Default: what the provider is called, where that is a type. */
  readonly type?: ProviderType;
  readonly baseURL?: string;
  /** The environment variable with the key; default: the usual one of the type, none for `openai-compatible`. */
  readonly apiKeyEnv?: string;
  readonly headers?: { readonly [name: string]: string };
  /** Of OpenAI: the newer Responses (default) or Chat Completions. */
  readonly api?: 'responses' | 'chat';
}

/** USD for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Input that the provider had kept; default: as other input. */
  readonly cachedInput?: number;
}

export interface ModelSettings {
  readonly providers?: { readonly [id: string]: ProviderSettings };
  /** Own names for models: `{ "fast": "openai/gpt-5-mini" }`. */
  readonly aliases?: { readonly [alias: string]: string };
  /** The model of nodes that name none. */
  readonly default?: string;
  /** By `provider/model` or model; before those that ship. */
  readonly prices?: { readonly [model: string]: ModelPrice };
  readonly limits?: CallLimits;
}

/** What one call may take. */
export interface CallLimits {
  /** Silence after which a call is aborted; default 2 minutes. */
  readonly idleMs?: number;
  /** The whole of a call; default 10 minutes. */
  readonly totalMs?: number;
  /** Of all that the provider sends; default 64 MB. */
  readonly answerBytes?: number;
  /** How long a call is tried again while the provider is away (5xx, 429, no answer); default 10 minutes. */
  readonly retryForMs?: number;
  /** Tokens of one answer, for nodes that do not say; default: the provider's own limit. */
  readonly outputTokens?: number;
}

export const callLimitDefaults = {
  idleMs: 120_000,
  totalMs: 600_000,
  answerBytes: 64_000_000,
  retryForMs: 600_000,
} as const;

export type Environment = { readonly [name: string]: string | undefined };

/** Where keys are found. */
export interface ProviderSecrets {
  readonly environment: Environment;
  /** Asked for keys that the environment does not have. */
  readonly secrets?: SecretSource;
}

/** The variables of each type that work without a configuration file. */
export const usualVariables = {
  openai: {
    key: 'OPENAI_API_KEY',
    baseURL: 'OPENAI_BASE_URL',
    address: 'https://api.openai.com/v1',
  },
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    baseURL: 'ANTHROPIC_BASE_URL',
    address: 'https://api.anthropic.com/v1',
  },
  google: {
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    baseURL: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    address: 'https://generativelanguage.googleapis.com/v1beta',
  },
} as const;

export type UsualProvider = keyof typeof usualVariables;

export function isUsualProvider(id: string): id is UsualProvider {
  return Object.hasOwn(usualVariables, id);
}

/** The type that a provider of this name has, unless it says otherwise. Some know one by the name of its models. */
export function typeByName(name: string): ProviderType | undefined {
  return name === 'gemini' ? 'google' : providerTypes.find((type) => type === name);
}

/** Whether any provider could answer: without one the offline model does. */
export function hasProviders({ providers = {} }: ModelSettings, environment: Environment): boolean {
  const variables = Object.values(usualVariables).flatMap(({ key, baseURL }) => [key, baseURL]);
  return Object.keys(providers).length > 0 || variables.some((name) => isSet(environment, name));
}

export function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? '') !== '';
}
