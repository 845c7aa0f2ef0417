import { route } from '../route.ts';
import { json } from '../../schemas/json.ts';
import { z } from '../../schemas/zod.ts';

const tag = 'doors';
const chatId = z.string().min(1).max(200).optional();

/** Which chat a request belongs to, as chat programs say it, and under which key it is one request. */
const headers = z.object({
  'x-openwebui-chat-id': chatId,
  'x-librechat-conversation-id': chatId,
  'idempotency-key': z.string().min(1).max(200).optional(),
});

const published =
  'A model is a workflow whose owner has opened it: `"metadata": { "publish": ["openai"] }`.';

const model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
});

const response = z
  .record(z.string(), json)
  .meta({ description: 'As the OpenAI API has it. With `stream` its events.' });
const example = { answer: { id: 'resp_1', object: 'response' } };

/** Workflows as models of the OpenAI API. */
export const openaiRoutes = {
  listOpenaiModels: route({
    method: 'get',
    path: '/openai/models',
    isAtRoot: '/v1/models',
    errorForm: 'openai',
    tag,
    summary: 'Lists published workflows as models of the OpenAI API.',
    details: published,
    scope: 'read',
    statuses: [200],
    answer: z.object({ object: z.literal('list'), data: z.array(model) }),
  }),
  getOpenaiModel: route({
    method: 'get',
    path: '/openai/models/{model}',
    isAtRoot: '/v1/models/{model}',
    errorForm: 'openai',
    owner: { model: 'workflow' },
    tag,
    summary: 'Returns one published workflow as a model of the OpenAI API.',
    details: published,
    scope: 'read',
    params: z.object({ model: z.string().min(1).max(200) }),
    statuses: [200],
    answer: model,
  }),
  postCompletion: route({
    method: 'post',
    path: '/openai/chat/completions',
    isAtRoot: '/v1/chat/completions',
    errorForm: 'openai',
    tag,
    summary: 'Answers a chat completion: starts a run, or answers what the run of the chat asks.',
    details: `The chat is named by a header of the chat program, or by a signed mark in the last reply. Settings of models are ignored: the workflow has its own. ${published}`,
    scope: 'run',
    headers,
    isTypeOptional: true,
    body: z
      .object({
        model: z.string().min(1).max(200),
        messages: z.array(json).min(1),
        stream: z.boolean().nullish(),
        stream_options: z.object({ include_usage: z.boolean().optional() }).loose().nullish(),
      })
      .catchall(json),
    statuses: [200],
    isStreamed: true,
    answer: z.record(z.string(), json),
    problems: [409, 422],
    example: {
      body: { model: 'support', messages: [{ role: 'user', content: 'Hello' }] },
      answer: { id: 'chatcmpl-1', object: 'chat.completion' },
    },
  }),
  postResponse: route({
    method: 'post',
    path: '/openai/responses',
    isAtRoot: '/v1/responses',
    errorForm: 'openai',
    tag,
    summary: 'Creates a response: starts a run, or answers what one asks.',
    details: `Approvals are \`mcp_approval_request\`, other questions calls of the function \`ask\`; the next response brings the answer with \`previous_response_id\`. ${published}`,
    scope: 'run',
    headers,
    isTypeOptional: true,
    body: z
      .object({
        model: z.string().min(1).max(200),
        input: z.union([z.string(), z.array(json)]),
        previous_response_id: z.string().max(200).nullish(),
        background: z.boolean().nullish(),
        stream: z.boolean().nullish(),
      })
      .catchall(json),
    statuses: [200],
    isStreamed: true,
    answer: response,
    problems: [404, 409],
    example: { body: { model: 'support', input: 'Hello' }, ...example },
  }),
  getResponse: route({
    method: 'get',
    path: '/openai/responses/{response}',
    isAtRoot: '/v1/responses/{response}',
    errorForm: 'openai',
    owner: { response: 'thread' },
    tag,
    summary: 'Returns a response, or streams it from any of its events on.',
    scope: 'read',
    params: z.object({ response: z.string().min(1).max(200) }),
    query: z.object({
      stream: z.enum(['true', 'false']).optional(),
      starting_after: z.coerce.number().int().min(0).optional(),
    }),
    statuses: [200],
    isStreamed: true,
    answer: response,
    example,
  }),
  cancelResponse: route({
    method: 'post',
    path: '/openai/responses/{response}/cancel',
    isAtRoot: '/v1/responses/{response}/cancel',
    errorForm: 'openai',
    owner: { response: 'thread' },
    tag,
    summary: 'Cancels the run of a response.',
    scope: 'run',
    params: z.object({ response: z.string().min(1).max(200) }),
    statuses: [200],
    answer: response,
    example,
  }),
};
