import { route } from './route.ts';
import { id, json, pageOf, pageQuery } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'agents';
const params = z.object({ id });

const agentBody = {
  name: z.string().max(500).nullable().default(null),
  systemPrompt: z.string().max(1_000_000).nullable().default(null),
  model: z.string().max(500).nullable().default(null),
  tools: z
    .array(z.object({ name: z.string().min(1).max(500) }).catchall(json))
    .max(1000)
    .default([])
    .meta({ description: 'Each by its `name`, with what else an agent graph says of it.' }),
};

const agentJson = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    systemPrompt: z.string().nullable(),
    model: z.string().nullable(),
    tools: json,
  })
  .meta({ id: 'Agent' });

export const agentRoutes = {
  listAgents: route({
    method: 'get',
    path: '/agents',
    tag,
    summary: 'Lists the agents of agent graphs, including those of saved workflows.',
    scope: 'read',
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(agentJson),
  }),
  createAgent: route({
    method: 'post',
    path: '/agents',
    tag,
    summary: 'Creates an agent.',
    scope: 'write',
    body: z.strictObject({ id: id.optional(), ...agentBody }),
    statuses: [201],
    answer: agentJson,
    problems: [409],
    example: { body: { id: 'writer', name: 'Writer', systemPrompt: 'Write.', model: 'scripted' } },
  }),
  getAgent: route({
    method: 'get',
    path: '/agents/{id}',
    owner: { id: 'agent' },
    tag,
    summary: 'Returns an agent.',
    scope: 'read',
    params,
    statuses: [200],
    answer: agentJson,
  }),
  putAgent: route({
    method: 'put',
    path: '/agents/{id}',
    owner: { id: 'agent' },
    tag,
    summary: 'Replaces an agent, or creates it.',
    scope: 'write',
    params,
    body: z.strictObject({ id: id.optional(), ...agentBody }),
    statuses: [200],
    answer: agentJson,
  }),
  deleteAgent: route({
    method: 'delete',
    path: '/agents/{id}',
    owner: { id: 'agent' },
    tag,
    summary: 'Deletes an agent.',
    scope: 'write',
    params,
    statuses: [204],
    answer: null,
  }),
};
