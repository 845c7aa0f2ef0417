import { route } from './route.ts';
import { pageOf } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'models';

const providerId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)
  .meta({
    description: 'Small letters, digits, `_` and `-`. Its models are called `<id>/<model>`.',
  });
const params = z.object({ id: providerId });
const owner = { id: 'server' } as const;

const price = z.strictObject({
  input: z.number().min(0).meta({ description: 'USD for a million tokens.' }),
  output: z.number().min(0),
});

const providerItem = z
  .object({
    id: z.string(),
    type: z.string(),
    baseURL: z.string().nullable(),
    key: z.string().nullable().meta({ description: 'The variable or secret that holds its key.' }),
    hasKey: z.boolean(),
    from: z.enum(['settings', 'configuration']).meta({
      description: '`settings`: it was added here, and can be changed and removed here.',
    }),
    prices: z.record(z.string(), price),
  })
  .meta({ id: 'Provider' });

const example = {
  id: 'openai',
  type: 'openai',
  baseURL: 'https://api.openai.com/v1',
  key: 'OPENAI_API_KEY',
  hasKey: true,
  from: 'settings',
  prices: {},
} as const;

const tested = z.object({
  ok: z.boolean(),
  model: z.string(),
  ms: z.number(),
  message: z.string().meta({ description: 'What the model said, or what is wrong.' }),
});

/** Who answers for models. Settings of the whole server, so of its operator. */
export const providerRoutes = {
  listProviders: route({
    method: 'get',
    path: '/providers',
    tag,
    summary: 'Lists the providers of models; never their keys.',
    scope: 'admin',
    isForOperator: true,
    statuses: [200],
    answer: z.object({
      items: z.array(providerItem),
      defaultModel: z.string().nullable().meta({
        description: 'The model of nodes and agents that name none; `scripted` is the offline one.',
      }),
    }),
    example: { answer: { items: [example], defaultModel: 'scripted' } },
  }),
  putProvider: route({
    method: 'put',
    path: '/providers/{id}',
    owner,
    tag,
    summary: 'Adds a provider, or changes one that was added.',
    details:
      'It changes nothing by itself: models are called where a node, an agent or the default names them. A `key` is stored as a secret, sent to the host of this provider only, and never returned; without one the stored key stays. One of the configuration cannot be changed here.',
    scope: 'admin',
    isForOperator: true,
    params,
    body: z.strictObject({
      type: z.enum(['openai', 'anthropic', 'google', 'openai-compatible']),
      baseURL: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional()
        .meta({ description: 'Needed by `openai-compatible`; the others know theirs.' }),
      key: z.string().min(1).max(10_000).optional(),
      prices: z.record(z.string().max(200), price).optional(),
    }),
    statuses: [200, 201],
    answer: providerItem,
    problems: [409],
    example: { body: { type: 'openai', key: 'sk-…' }, answer: example },
  }),
  deleteProvider: route({
    method: 'delete',
    path: '/providers/{id}',
    owner,
    tag,
    summary: 'Removes a provider that was added, with its key.',
    scope: 'admin',
    isForOperator: true,
    params,
    statuses: [204],
    answer: null,
    problems: [409],
  }),
  testProvider: route({
    method: 'post',
    path: '/providers/{id}/test',
    owner,
    tag,
    summary: 'Makes one small call, and says what came of it.',
    details: 'It costs a few tokens. Without `model` the first one that the provider lists.',
    scope: 'admin',
    isForOperator: true,
    params,
    body: z.strictObject({ model: z.string().min(1).max(200).optional() }),
    isBodyOptional: true,
    statuses: [200],
    answer: tested,
    example: { answer: { ok: true, model: 'gpt-5-mini', ms: 800, message: 'Hello.' } },
  }),
  listProviderModels: route({
    method: 'get',
    path: '/providers/{id}/models',
    owner,
    tag,
    summary: 'Asks the provider for its models.',
    scope: 'admin',
    isForOperator: true,
    params,
    statuses: [200],
    answer: pageOf(z.object({ name: z.string(), price: price.nullable() })),
    example: {
      answer: {
        items: [{ name: 'gpt-5-mini', price: { input: 0.25, output: 2 } }],
        nextCursor: null,
      },
    },
  }),
  setDefaultModel: route({
    method: 'put',
    path: '/models/default',
    tag,
    summary: 'Chooses the model of nodes and agents that name none.',
    details:
      'As `provider/model`, an alias of the configuration, or `scripted`, the offline model. Null: what the configuration says, or the offline model.',
    scope: 'admin',
    isForOperator: true,
    body: z.strictObject({ model: z.string().min(1).max(300).nullable() }),
    statuses: [200],
    answer: z.object({ defaultModel: z.string().nullable() }),
    example: {
      body: { model: 'openai/gpt-5-mini' },
      answer: { defaultModel: 'openai/gpt-5-mini' },
    },
  }),
};
