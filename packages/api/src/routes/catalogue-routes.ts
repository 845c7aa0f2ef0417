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
    summary: 'Lists the node types with their ports and the schemas of their configs.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(
      z.looseObject({
        type: z.string(),
        name: z.string(),
        description: z.string(),
        ports: json,
        schema: json,
        kind: jsonObject,
        isOwn: z.boolean(),
      }),
    ),
  }),
  listFunctions: route({
    method: 'get',
    path: '/functions',
    tag,
    summary: 'Lists the registered functions with their ports and the schemas of their arguments.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(
      z.looseObject({
        name: z.string(),
        description: z.string(),
        ports: z.array(z.string()),
        schema: jsonObject,
        output: jsonObject.nullable().optional().meta({
          description: 'JSON schema of what it gives back; null: it is not known.',
        }),
        isOwn: z.boolean(),
      }),
    ),
  }),
  listStepTypes: route({
    method: 'get',
    path: '/step-types',
    tag,
    summary: 'Lists the types of steps that a pipeline can have.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(described),
  }),
  listTriggerTypes: route({
    method: 'get',
    path: '/trigger-types',
    tag,
    summary: 'Lists the types of triggers that can start runs.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(described),
  }),
  listModels: route({
    method: 'get',
    path: '/models',
    tag,
    summary: 'Lists the configured models; never their keys.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(z.looseObject({ name: z.string(), provider: z.string() })),
  }),
  listTools: route({
    method: 'get',
    path: '/tools',
    tag,
    summary: 'Lists the tools that agents can use.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(
      z.looseObject({
        name: z.string(),
        description: z.string(),
        parameters: json,
        output: jsonObject.nullable().optional().meta({
          description: 'JSON schema of its result; null: it is not known.',
        }),
        unchecked: z.string().nullable().optional().meta({
          description: 'Why its arguments are not checked before a call; null: they are.',
        }),
      }),
    ),
  }),
  listTemplates: route({
    method: 'get',
    path: '/templates',
    tag,
    summary: 'Lists templates: workflows to start from, each of which runs offline.',
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
