// One provider, ready to be called. The packages are loaded here, when the first call needs them: together they take a quarter
// of a second, and most commands call no model.
import process from 'node:process';
import type { SecretSource } from '@skein/ports';
import type { LanguageModel as SdkModel, ToolSet } from 'ai';
import { loadProviderPackage } from './load-provider-package.ts';
import { ownEntry } from './own-entry.ts';
import { failureError } from '../../failure-error.ts';
import { boundedFetch } from './bounded-fetch.ts';
import {
  callLimitDefaults,
  isSet,
  isUsualProvider,
  typeByName,
  usualVariables,
  type Environment,
  type ModelSettings,
  type ProviderSecrets,
  type ProviderSettings,
  type ProviderType,
} from './provider-settings.ts';
import { isBoundTo } from '../../secrets/is-bound-to.ts';
import { redactor, type Redact } from './secrets.ts';

export interface OpenProvider {
  readonly type: ProviderType;
  readonly keyVariable: string | undefined;
  readonly redact: Redact;
  /** `isSession`: the provider is to keep the conversation. */
  model(name: string, isSession: boolean): SdkModel;
  /** The provider's own tool. */
  webSearch?(): ToolSet[string];
}

interface Connection {
  readonly settings: ProviderSettings;
  readonly apiKey: string | undefined;
  readonly baseURL: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly keyVariable: string | undefined;
  readonly redact: Redact;
}

export async function openProvider(
  id: string,
  settings: ModelSettings,
  secrets: ProviderSecrets,
): Promise<OpenProvider> {
  const { type, connection } = await connect(id, settings, secrets);
  // Packages refuse to be loaded while this variable is there and empty.
  const usual = isUsualProvider(type) ? usualVariables[type] : undefined;
  if (usual !== undefined && process.env[usual.baseURL] === '') delete process.env[usual.baseURL];
  return opened(id, type, connection);
}

/** What a call needs besides the package; fails if the key or the address is missing. */
export async function connect(
  id: string,
  settings: ModelSettings,
  { environment, secrets }: ProviderSecrets,
): Promise<{ readonly type: ProviderType; readonly connection: Connection }> {
  const own = ownEntry(settings.providers, id) ?? {};
  const type = typeOf(id, own);
  const usual = isUsualProvider(type) ? usualVariables[type] : undefined;
  const keyVariable = own.apiKeyEnv ?? usual?.key;
  const baseURL = addressOf(id, settings, environment);
  const apiKey =
    keyVariable === undefined
      ? undefined
      : await findKey(id, { variable: keyVariable, environment, secrets, baseURL });
  if (type === 'openai-compatible' && baseURL === undefined) throw addressMissing(id);
  const connection: Connection = {
    settings: own,
    apiKey,
    baseURL,
    fetch: boundedFetch(settings.limits?.answerBytes ?? callLimitDefaults.answerBytes),
    keyVariable,
    redact: redactor([apiKey, ...Object.values(own.headers ?? {})]),
  };
  return { type, connection };
}

/** Where the provider is; known without loading anything. */
export function addressOf(
  id: string,
  { providers }: ModelSettings,
  environment: Environment,
): string | undefined {
  const own = ownEntry(providers, id) ?? {};
  return own.baseURL ?? usualAddress(id, typeOf(id, own), environment);
}

/** Whether the provider searches the web itself; known without loading anything. */
export function hasWebSearch(type: ProviderType, { api }: ProviderSettings): boolean {
  return type !== 'openai-compatible' && !(type === 'openai' && api === 'chat');
}

/** A key of the store goes to the hosts that it is bound to, as any secret. */
async function findKey(
  provider: string,
  {
    variable,
    environment,
    secrets,
    baseURL = '',
  }: {
    readonly variable: string;
    readonly environment: Environment;
    readonly secrets: SecretSource | undefined;
    readonly baseURL: string | undefined;
  },
): Promise<string> {
  if (isSet(environment, variable)) return environment[variable] ?? '';
  const secret = await secrets?.find(variable);
  if (secret === undefined || secret.value === '') throw keyMissing(provider, variable);
  const host = URL.canParse(baseURL) ? new URL(baseURL).host : baseURL;
  if (!isBoundTo(secret, host)) throw keyElsewhere(provider, variable, host);
  return secret.value;
}

/** Which kind of provider an id means; known without loading anything. */
export function typeOf(id: string, { type }: ProviderSettings): ProviderType {
  const named = type ?? typeByName(id);
  return named ?? 'openai-compatible';
}

/**
 * An address of the environment is meant for the provider of that name, not for others of its type. Always given to the packages:
 * they would look into the environment of the process themselves.
 */
function usualAddress(
  id: string,
  type: ProviderType,
  environment: Environment,
): string | undefined {
  if (!isUsualProvider(type)) return undefined;
  const { baseURL, address } = usualVariables[type];
  return id === type && isSet(environment, baseURL) ? environment[baseURL] : address;
}

async function opened(
  id: string,
  type: ProviderType,
  connection: Connection,
): Promise<OpenProvider> {
  switch (type) {
    case 'openai':
      return openOpenAI(connection);
    case 'anthropic':
      return openAnthropic(connection);
    case 'google':
      return openGoogle(connection);
    case 'openai-compatible':
      return openCompatible(id, connection);
  }
}

function shared({ apiKey, baseURL, fetch, settings }: Connection) {
  return {
    fetch,
    ...(apiKey !== undefined && { apiKey }),
    ...(baseURL !== undefined && { baseURL }),
    ...(settings.headers !== undefined && { headers: { ...settings.headers } }),
  };
}

async function openOpenAI(connection: Connection): Promise<OpenProvider> {
  const { createOpenAI } = await loadProviderPackage(
    '@ai-sdk/openai@4',
    () => import('@ai-sdk/openai'),
  );
  const openai = createOpenAI(shared(connection));
  const isChat = connection.settings.api === 'chat';
  return {
    type: 'openai',
    ...aboutSecrets(connection),
    model: (name) => (isChat ? openai.chat(name) : openai.responses(name)),
    ...(hasWebSearch('openai', connection.settings) && {
      webSearch: () => openai.tools.webSearch({}),
    }),
  };
}

async function openAnthropic(connection: Connection): Promise<OpenProvider> {
  const { createAnthropic } = await loadProviderPackage(
    '@ai-sdk/anthropic@4',
    () => import('@ai-sdk/anthropic'),
  );
  const anthropic = createAnthropic(shared(connection));
  return {
    type: 'anthropic',
    ...aboutSecrets(connection),
    model: (name) => anthropic(name),
    webSearch: () => anthropic.tools.webSearch_20250305({}),
  };
}

async function openGoogle(connection: Connection): Promise<OpenProvider> {
  const { createGoogle } = await loadProviderPackage(
    '@ai-sdk/google@4',
    () => import('@ai-sdk/google'),
  );
  const google = createGoogle(shared(connection));
  return {
    type: 'google',
    ...aboutSecrets(connection),
    model: (name, isSession) => (isSession ? google.interactions(name) : google(name)),
    webSearch: () => google.tools.googleSearch({}),
  };
}

async function openCompatible(id: string, connection: Connection): Promise<OpenProvider> {
  // Without an address it was not connected.
  const { baseURL = '' } = connection;
  const { createOpenAICompatible } = await loadProviderPackage(
    '@ai-sdk/openai-compatible@3',
    () => import('@ai-sdk/openai-compatible'),
  );
  const compatible = createOpenAICompatible({
    ...shared(connection),
    baseURL,
    name: id,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return {
    type: 'openai-compatible',
    ...aboutSecrets(connection),
    model: (name) => compatible(name),
  };
}

function aboutSecrets({ keyVariable, redact }: Connection) {
  return { keyVariable, redact };
}

function keyMissing(provider: string, variable: string): Error {
  return failureError({
    code: 'MODEL_KEY_MISSING',
    message: `The provider "${provider}" needs a key: neither the environment nor the secret store has ${variable}.`,
    retry: 'never',
    data: {
      provider,
      variable,
      hint: `Set ${variable}. Without a key the offline model answers: run with --script FILE, or name the model "scripted".`,
    },
  });
}

function keyElsewhere(provider: string, variable: string, host: string): Error {
  return failureError({
    code: 'SECRET_REFUSED',
    message: `The key ${variable} of the provider "${provider}" is not meant for ${host}.`,
    retry: 'never',
    data: {
      provider,
      variable,
      hint: 'Add the host to the "hosts" of the secret, if it may go there.',
    },
  });
}

function addressMissing(provider: string): Error {
  return failureError({
    code: 'MODEL_NOT_FOUND',
    message: `The provider "${provider}" has no address.`,
    retry: 'never',
    data: {
      provider,
      hint: `Set "providers.${provider}.baseURL" in skein.config.json, for example "http://localhost:11434/v1".`,
    },
  });
}
