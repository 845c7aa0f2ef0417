import { route } from './route.ts';
import { json, jsonObject, pageOf } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'catalogue';

const described = z.looseObject({ type: z.string(), name: z.string(), description: z.string() });

export const catalogueRoutes = {
  listNodeTypes: route({
    method: 'get',
    path: '/node-types',
    tag,
    summary: 'What nodes there are, with their ports and the schemas of their configs.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(
      z.looseObject({ type: z.string(), description: z.string(), ports: json, schema: json }),
    ),
  }),
  listStepTypes: route({
    method: 'get',
    path: '/step-types',
    tag,
    summary: 'What steps a pipeline can have.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(described),
  }),
  listTriggerTypes: route({
    method: 'get',
    path: '/trigger-types',
    tag,
    summary: 'What can start runs by itself.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(described),
  }),
  listModels: route({
    method: 'get',
    path: '/models',
    tag,
    summary: 'The models that are configured; never their keys.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(z.looseObject({ name: z.string(), provider: z.string() })),
  }),
  listTools: route({
    method: 'get',
    path: '/tools',
    tag,
    summary: 'The tools that agents may be offered.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(z.looseObject({ name: z.string(), description: z.string(), parameters: json })),
  }),
  listTemplates: route({
    method: 'get',
    path: '/templates',
    tag,
    summary: 'Workflows to begin with; each runs offline.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(
      z.looseObject({
        id: z.string(),
        version: z.string(),
        name: z.string(),
        description: z.string(),
        dialect: z.string(),
        definition: jsonObject,
        input: json,
      }),
    ),
  }),
};
