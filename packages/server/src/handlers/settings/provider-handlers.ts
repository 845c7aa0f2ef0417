import { isObject, ownValue, type AnswerOf, type CallOf, type JsonObject } from '@skein/api';
import { EngineError, withoutUndefined } from '@skein/ports';
import {
  providerSetting,
  readStoredModels,
  setDefaultModel,
} from '../../features/secrets/model-settings.ts';
import type { ProviderInfo } from '../../host/providers.ts';
import { audit } from '../../records/audit.ts';
import type { HandlersOf } from '../handler.ts';
import type { Services } from '../services.ts';

export const providerHandlers: HandlersOf<'provider'> = {
  listProviders: async ({ services }) => ({ body: await listed(services) }),
  async putProvider({ params: { id }, body, identity, services }) {
    const { settings, secrets, clock } = services;
    const before = await settings.get(providerSetting(id));
    refuseConfigured(services, id, before);
    const { key, ...rest } = body;
    if (rest.type === 'openai-compatible' && rest.baseURL === undefined)
      throw new EngineError('BAD_VALUE', {
        what: 'provider',
        complaint: 'One that is compatible with OpenAI needs its "baseURL".',
      });
    const apiKeyEnv = keyName(id, rest.type);
    const hasKey = key !== undefined || (await secrets.get(apiKeyEnv)) !== undefined;
    // A local server may need no key: then none is looked for.
    const needsKey = hasKey || rest.type !== 'openai-compatible';
    const kept = { ...rest, ...withoutUndefined({ apiKeyEnv: needsKey ? apiKeyEnv : undefined }) };
    if (key !== undefined) {
      const host = hostOf(rest);
      await secrets.put(apiKeyEnv, { value: key, hosts: [host] }, clock.now());
    }
    // Zod leaves keys out that were not given; what is left is JSON.
    await settings.put(providerSetting(id), kept as unknown as JsonObject, clock.now());
    await services.onSecretChanged();
    await audit(services, identity, { action: 'provider.save', subject: id });
    const item = (await listed(services)).items.find((each) => each.id === id);
    if (item === undefined) throw missing(id);
    return { status: before === undefined ? 201 : 200, body: item };
  },
  async deleteProvider({ params: { id }, identity, services }) {
    const { settings, secrets } = services;
    const before = await settings.get(providerSetting(id));
    refuseConfigured(services, id, before);
    if (before === undefined) throw missing(id);
    const key = ownValue(before, 'apiKeyEnv');
    await settings.delete(providerSetting(id));
    if (typeof key === 'string') await secrets.delete(key);
    await services.onSecretChanged();
    await audit(services, identity, { action: 'provider.delete', subject: id });
    return { body: undefined };
  },
  testProvider: async ({ params, body, services }) => ({
    body: await services.providers.test(params.id, body.model),
  }),
  async listProviderModels({ params, services }) {
    const models = await services.providers.models(params.id);
    return { body: { items: models.map((model) => ({ ...model })), nextCursor: null } };
  },
  async setDefaultModel({ body, identity, services }) {
    const { settings, clock, providers } = services;
    await setDefaultModel(settings, body.model, clock.now());
    await services.onSecretChanged();
    await audit(services, identity, { action: 'default-model.save', subject: body.model ?? '' });
    return { body: { defaultModel: providers.defaultModel() } };
  },
};

async function listed(services: Services): Promise<AnswerOf<'listProviders'>> {
  const { providers, settings } = services;
  const stored = await readStoredModels(settings);
  const items = providers.list().map((each) => toItem(each, stored.providers[each.id]));
  return { items, defaultModel: providers.defaultModel() };
}

function toItem(
  { id, type, baseURL, key, hasKey }: ProviderInfo,
  stored: JsonObject | undefined,
): AnswerOf<'putProvider'> {
  const prices = stored === undefined ? undefined : ownValue(stored, 'prices');
  return {
    id,
    type,
    baseURL,
    key,
    hasKey,
    from: stored === undefined ? 'configuration' : 'settings',
    // Stored as the body of a request that was checked against its schema.
    prices: (isObject(prices) ? prices : {}) as AnswerOf<'putProvider'>['prices'],
  };
}

/** The usual name of its key, so that a key that is there already is found. */
function keyName(id: string, type: CallOf<'putProvider'>['body']['type']): string {
  if (id === type && type !== 'openai-compatible') return usualKeys[type];
  return `${id.replaceAll(/[^a-z0-9]+/g, '_').toUpperCase()}_API_KEY`.replace(/^(\d)/, '_$1');
}

const usualKeys = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
} as const;

const usualHosts = {
  openai: 'api.openai.com',
  anthropic: 'api.anthropic.com',
  google: 'generativelanguage.googleapis.com',
  'openai-compatible': '',
} as const;

function hostOf({
  type,
  baseURL,
}: Pick<CallOf<'putProvider'>['body'], 'type' | 'baseURL'>): string {
  return baseURL === undefined ? usualHosts[type] : new URL(baseURL).host;
}

/** What the configuration says is changed there. */
function refuseConfigured(
  { providers }: Services,
  id: string,
  stored: JsonObject | undefined,
): void {
  const known = providers.list().find((each) => each.id === id);
  if (stored !== undefined || known === undefined || !known.isConfigured) return;
  throw new EngineError('NAME_TAKEN', { what: 'provider of the configuration', name: id });
}

function missing(id: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'provider', id });
}
