import { route } from '../route.ts';
import { json } from '../../schemas/json.ts';
import { z } from '../../schemas/zod.ts';

const tag = 'doors';
const workflow = z.string().min(1).max(200);
const params = z.object({ workflow });
const owner = { workflow: 'workflow' } as const;

const card = z.record(z.string(), json).meta({ description: 'An agent card of A2A 1.0.' });
const cardExample = { answer: { name: 'Support', supportedInterfaces: [] } };

/** Workflows as agents of A2A and AG-UI. */
export const agentDoorRoutes = {
  getAgentCard: route({
    method: 'get',
    path: '/a2a/{workflow}/.well-known/agent-card.json',
    owner,
    tag,
    summary: 'Returns the A2A card of a published workflow.',
    details: 'Of workflows whose owner has opened them: `"metadata": { "publish": ["a2a"] }`.',
    scope: 'read',
    params,
    statuses: [200],
    answer: card,
    example: cardExample,
  }),
  getOnlyAgentCard: route({
    method: 'get',
    path: '/a2a/agent-card.json',
    isAtRoot: '/.well-known/agent-card.json',
    tag,
    summary:
      'Returns the A2A card of the one workflow that you have published; 404 when there is none, or more.',
    scope: 'read',
    statuses: [200],
    answer: card,
    problems: [404],
    example: cardExample,
  }),
  postA2a: route({
    method: 'post',
    path: '/a2a/{workflow}',
    hasSlash: true,
    errorForm: 'json-rpc',
    owner,
    tag,
    summary: 'Answers A2A 1.0 over JSON-RPC: a task is a run.',
    details:
      '`SendMessage`, `SendStreamingMessage`, `GetTask`, `ListTasks`, `CancelTask`, `SubscribeToTask`, and those of push notifications. Errors of the protocol are in the answer. Of workflows whose owner has opened them: `"metadata": { "publish": ["a2a"] }`.',
    scope: 'run',
    params,
    headers: z.object({ 'a2a-version': z.string().max(20).optional() }),
    body: z.record(z.string(), json),
    statuses: [200],
    isStreamed: true,
    answer: z.record(z.string(), json),
    example: {
      body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'a run' } },
      answer: { jsonrpc: '2.0', id: 1, result: {} },
    },
  }),
  postAgUi: route({
    method: 'post',
    path: '/ag-ui/{workflow}',
    owner,
    tag,
    summary: 'Answers AG-UI 1.0: starts a run, or answers what one asks, and streams its events.',
    details: 'Of workflows whose owner has opened them: `"metadata": { "publish": ["ag-ui"] }`.',
    scope: 'run',
    params,
    body: z
      .object({
        threadId: z.string().min(1).max(200),
        runId: z.string().min(1).max(200),
        messages: z.array(json),
        resume: z.array(json).nullish(),
      })
      .catchall(json),
    isTypeOptional: true,
    statuses: [200],
    mediaType: 'text/event-stream',
    answer: z.string(),
    problems: [409],
    example: {
      body: { threadId: 't1', runId: 'r1', messages: [], tools: [], context: [], resume: [] },
    },
  }),
};
