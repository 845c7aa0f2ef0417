import { route } from '../route.ts';
import {
  diagnosticJson,
  dialectName,
  id,
  json,
  jsonObject,
  pageOf,
  pageQuery,
} from '../schemas/json.ts';
import { exported, versionItem, workflowItem, workflowJson } from '../schemas/workflow-json.ts';
import { runItem, runJson } from '../schemas/run-json.ts';
import { z } from '../zod.ts';

const tag = 'workflows';
const params = z.object({ id });
const dialect = dialectName
  .optional()
  .meta({ description: 'How to read the definition; default: by its shape.' });
const ifMatch = z.object({
  'if-match': z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The ETag that the change was made from; another one is 409.' }),
});

const hello = {
  skein: 1,
  id: 'hello',
  name: 'Hello',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'transform', config: { value: 'Hello, ${trigger.name|world}!' } },
  ],
  edges: [{ from: 'start', to: 'greet' }],
};

const runStarted = z.object({
  run_id: z.string(),
  instance_id: z.string(),
  status: z.string(),
  run: runJson.optional(),
});

export const workflowRoutes = {
  listWorkflows: route({
    method: 'get',
    path: '/workflows',
    tag,
    summary: 'All workflows, each with its newest version.',
    scope: 'read',
    query: z.object({
      q: z.string().max(500).optional().meta({ description: 'Text in the id or the name.' }),
      dialect: dialectName.optional(),
      ...pageQuery,
    }),
    statuses: [200],
    answer: pageOf(workflowItem),
  }),
  createWorkflow: route({
    method: 'post',
    path: '/workflows',
    tag,
    summary: 'Makes a workflow: from a definition in any dialect, or an empty one.',
    details:
      'The body is the definition. With nothing but `name`, `description` and `dialect` it is an empty workflow, a pipeline unless `dialect` says otherwise. A pipeline gets new ids, for its steps and trigger too, and what refers to them is rewritten.',
    scope: 'write',
    query: z.object({ dialect }),
    body: jsonObject,
    statuses: [201],
    answer: workflowJson,
    problems: [409, 422],
    example: { body: hello },
  }),
  importWorkflow: route({
    method: 'post',
    path: '/workflows/import',
    tag,
    summary: 'Makes a workflow from a definition, under another id where its own is taken.',
    details: 'Nothing is started and no trigger is switched on by an import.',
    scope: 'write',
    query: z.object({ dialect }),
    body: jsonObject,
    statuses: [201],
    answer: workflowJson,
    problems: [422],
    example: { body: hello },
  }),
  validateWorkflow: route({
    method: 'post',
    path: '/workflows/validate',
    tag,
    summary: 'Everything that is wrong with a definition; nothing is kept.',
    scope: 'read',
    query: z.object({ dialect, start: id.optional() }),
    body: json,
    statuses: [200],
    answer: z.object({
      valid: z.boolean(),
      dialect: dialectName.nullable(),
      diagnostics: z.array(diagnosticJson),
    }),
    example: { body: { skein: 1, nodes: [] } },
  }),
  convertWorkflow: route({
    method: 'post',
    path: '/workflows/convert',
    tag,
    summary: 'A definition in the words of another dialect; nothing is kept.',
    scope: 'read',
    query: z.object({ to: dialectName, dialect }),
    body: jsonObject,
    statuses: [200],
    answer: exported,
    problems: [422],
    example: { body: hello },
  }),
  createFromTemplate: route({
    method: 'post',
    path: '/workflows/from-template',
    tag,
    summary: 'Makes a workflow from a template.',
    scope: 'write',
    body: z.strictObject({ template: id, name: z.string().min(1).max(500).optional() }),
    statuses: [201],
    answer: workflowJson,
    problems: [404],
  }),
  getWorkflow: route({
    method: 'get',
    path: '/workflows/{id}',
    tag,
    summary: 'A workflow with its definition; its version is the ETag.',
    scope: 'read',
    params,
    query: z.object({ version: z.string().max(200).optional() }),
    headers: z.object({ 'if-none-match': z.string().max(200).optional() }),
    statuses: [200, 304],
    answer: workflowJson,
  }),
  putWorkflow: route({
    method: 'put',
    path: '/workflows/{id}',
    tag,
    summary: 'Makes a new version of a workflow; one that is not there yet is made.',
    details:
      'The id of the path counts, whatever the definition calls itself. What an editor keeps about it stays, and is changed with PATCH.',
    scope: 'write',
    params,
    query: z.object({
      dialect,
      draft: z.enum(['true', 'false']).optional().meta({
        description: 'true: also kept when it has errors, and then it cannot be started.',
      }),
    }),
    headers: ifMatch,
    body: jsonObject,
    statuses: [200, 201],
    answer: workflowJson,
    problems: [409, 422],
    example: { body: hello },
  }),
  patchWorkflow: route({
    method: 'patch',
    path: '/workflows/{id}',
    tag,
    summary: 'Changes single keys of a definition, or what an editor keeps about it.',
    details:
      'A merge patch: keys of `definition` take the place of those that are there, null removes one. `name` and `description` are shorthands. `studio` and `isActive` are no part of the version.',
    scope: 'write',
    params,
    headers: ifMatch,
    body: z.strictObject({
      name: z.string().max(500).optional(),
      description: z.string().max(10_000).optional(),
      isActive: z.boolean().optional(),
      is_active: z.boolean().optional(),
      studio: json.optional(),
      definition: jsonObject.optional(),
    }),
    statuses: [200],
    answer: workflowJson,
    problems: [409, 422],
    example: { body: { name: 'Hello again' } },
  }),
  deleteWorkflow: route({
    method: 'delete',
    path: '/workflows/{id}',
    tag,
    summary: 'Deletes a workflow with its trigger and steps; its runs stay, and go on.',
    scope: 'write',
    params,
    headers: ifMatch,
    statuses: [204],
    answer: null,
    problems: [409],
  }),
  listVersions: route({
    method: 'get',
    path: '/workflows/{id}/versions',
    tag,
    summary: 'All versions of a workflow, the newest first.',
    scope: 'read',
    params,
    statuses: [200],
    answer: pageOf(versionItem),
  }),
  restoreVersion: route({
    method: 'post',
    path: '/workflows/{id}/versions/{version}/restore',
    tag,
    summary: 'Makes an older version the newest one again.',
    scope: 'write',
    params: z.object({ id, version: z.string().min(1).max(200) }),
    headers: ifMatch,
    statuses: [200],
    answer: workflowJson,
    problems: [409, 422],
  }),
  exportWorkflow: route({
    method: 'get',
    path: '/workflows/{id}/export',
    tag,
    summary: 'The definition, in its own dialect or in another one.',
    scope: 'read',
    params,
    query: z.object({
      dialect: dialectName.optional(),
      version: z.string().max(200).optional(),
    }),
    statuses: [200],
    answer: exported,
    problems: [422],
  }),
  runWorkflow: route({
    method: 'post',
    path: '/workflows/{id}/run',
    tag: 'runs',
    summary: 'Starts a run of the newest version.',
    details:
      'With `wait` the answer comes when the run has ended or waits for people, at the latest after so many seconds, and has the run in it.',
    scope: 'run',
    params,
    query: z.object({ wait: z.coerce.number().min(0).max(60).optional() }),
    headers: z.object({
      'idempotency-key': z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'A second start with it gives back the first run.' }),
      traceparent: z
        .string()
        .optional()
        .meta({ description: 'The trace that the run belongs to; what is none is ignored.' }),
    }),
    body: z.strictObject({
      input: json.optional(),
      triggering_data: json.optional(),
      start: id.optional().meta({ description: 'The node to start at.' }),
      version: z.string().max(200).optional(),
    }),
    isBodyOptional: true,
    statuses: [202, 200],
    answer: runStarted,
    problems: [409, 422],
    example: { body: { input: { name: 'Ada' } } },
  }),
  runNode: route({
    method: 'post',
    path: '/workflows/{id}/nodes/{node}/run',
    tag: 'runs',
    summary: 'Runs one node by itself, as a run of its own.',
    details:
      'Other nodes do not run: what the node reads of them is what `outputs` says, by their ids. What it gives is the output of the run. The run belongs to a workflow that is in no list.',
    scope: 'run',
    params: z.object({ id, node: id }),
    query: z.object({ wait: z.coerce.number().min(0).max(60).optional() }),
    body: z.strictObject({
      input: json.optional().meta({ description: 'What the run was started with.' }),
      outputs: jsonObject.optional(),
      version: z.string().max(200).optional(),
    }),
    isBodyOptional: true,
    statuses: [202, 200],
    answer: runStarted,
    problems: [422],
    example: { body: { input: { name: 'Ada' }, outputs: { start: { name: 'Ada' } } } },
  }),
  listInstances: route({
    method: 'get',
    path: '/workflows/{id}/instances',
    tag: 'runs',
    summary: 'The runs of a workflow, the newest first.',
    scope: 'read',
    params,
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(runItem),
  }),
};
