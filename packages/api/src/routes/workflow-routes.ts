import { route } from './route.ts';
import {
  diagnosticJson,
  dialectName,
  id,
  json,
  jsonObject,
  pageOf,
  pageQuery,
} from '../schemas/json.ts';
import { definitionBody } from '../schemas/definition-body.ts';
import {
  exported,
  importFormats,
  importPreview,
  versionItem,
  workflowItem,
  workflowJson,
} from '../schemas/workflow-json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'workflows';
const params = z.object({ id });
const dialect = dialectName
  .optional()
  .meta({ description: 'The dialect of the definition; default: detected by its shape.' });
const ifMatch = z.object({
  'if-match': z.string().max(200).optional().meta({
    description: 'The ETag that the change was made from; if the workflow has another one: 409.',
  }),
});

/** What people say about a version; it is no part of it. */
const aboutVersion = {
  label: z.string().max(200).optional().meta({ description: 'A name for this version.' }),
  note: z.string().max(5000).optional().meta({ description: 'What has changed, and why.' }),
};

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

export const workflowRoutes = {
  listWorkflows: route({
    method: 'get',
    path: '/workflows',
    tag,
    summary: 'Lists the workflows, each with its newest version.',
    scope: 'read',
    query: z.object({
      q: z.string().max(500).optional().meta({ description: 'Text in the id or the name.' }),
      dialect: dialectName.optional(),
      order: z.enum(['created', 'saved']).optional().meta({
        description:
          'In the order in which they were created (the default), or the one that was saved last first.',
      }),
      ...pageQuery,
    }),
    statuses: [200],
    answer: pageOf(workflowItem),
  }),
  createWorkflow: route({
    method: 'post',
    path: '/workflows',
    tag,
    summary: 'Creates a workflow from a definition in any dialect, or an empty one.',
    details:
      'The body is the definition. A body with only `name`, `description` and `dialect` creates an empty workflow, by default a pipeline. A pipeline gets new ids, also for its steps and its trigger, and references to them are rewritten.',
    scope: 'write',
    query: z.object({ dialect }),
    body: definitionBody,
    statuses: [201],
    answer: workflowJson,
    problems: [409, 422],
    example: { body: hello },
  }),
  importWorkflow: route({
    method: 'post',
    path: '/workflows/import',
    tag,
    summary: 'Creates a workflow from a definition, under another id if its own is taken.',
    details: 'An import starts nothing and activates no trigger.',
    scope: 'write',
    query: z.object({ dialect }),
    body: definitionBody,
    statuses: [201],
    answer: workflowJson,
    problems: [422],
    example: { body: hello },
  }),
  previewImport: route({
    method: 'post',
    path: '/workflows/import/preview',
    tag,
    summary: 'Converts a file of another product, and lists what is left to do; nothing is saved.',
    details:
      'Files of n8n, Dify, Flowise (agentflow v2) and AWS Step Functions, in JSON or YAML. Nothing in the file is executed. To save the workflow, send the definition to `/workflows/import`.',
    scope: 'read',
    body: z.strictObject({
      text: z.string().max(20_000_000).meta({ description: 'The file, in JSON or YAML.' }),
      name: z.string().max(500).optional().meta({
        description: 'The name of the file: the name of the workflow where the file says none.',
      }),
      format: z
        .enum(importFormats)
        .optional()
        .meta({ description: 'Default: recognised by its shape.' }),
    }),
    statuses: [200],
    answer: importPreview,
    problems: [422],
    example: {
      body: {
        text: '{"StartAt":"A","States":{"A":{"Type":"Pass","End":true}}}',
        name: 'machine.json',
      },
    },
  }),
  validateWorkflow: route({
    method: 'post',
    path: '/workflows/validate',
    tag,
    summary: 'Validates a definition and returns all diagnostics; nothing is saved.',
    scope: 'read',
    query: z.object({ dialect, start: id.optional() }),
    body: json,
    takesText: true,
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
    summary: 'Converts a definition to another dialect; nothing is saved.',
    scope: 'read',
    query: z.object({ to: dialectName, dialect }),
    body: definitionBody,
    statuses: [200],
    answer: exported,
    problems: [422],
    example: { body: hello },
  }),
  createFromTemplate: route({
    method: 'post',
    path: '/workflows/from-template',
    tag,
    summary: 'Creates a workflow from a template.',
    scope: 'write',
    body: z.strictObject({ template: id, name: z.string().min(1).max(500).optional() }),
    statuses: [201],
    answer: workflowJson,
    problems: [404],
  }),
  copyWorkflow: route({
    method: 'post',
    path: '/workflows/{id}/copy',
    owner: { id: 'workflow' },
    tag,
    summary: 'Copies a workflow under a new id.',
    details:
      'A pipeline gets new ids for its steps and its trigger too, and references to them are rewritten. A copy that would start itself is disabled.',
    scope: 'write',
    params,
    body: z.strictObject({
      name: z
        .string()
        .min(1)
        .max(500)
        .optional()
        .meta({ description: 'Default: the name of the original, with "(copy)".' }),
    }),
    statuses: [201],
    answer: workflowJson,
    problems: [422],
  }),
  getWorkflow: route({
    method: 'get',
    path: '/workflows/{id}',
    owner: { id: 'workflow' },
    tag,
    summary: 'Returns a workflow with its definition; the ETag is its version.',
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
    owner: { id: 'workflow' },
    tag,
    summary: 'Saves a new version of a workflow, or creates the workflow.',
    details:
      'The body is the definition, or the record that GET returned, in which either the definition or the fields beside it may be changed. The id in the path counts, not the one in the definition. What an editor stores with the workflow stays; PATCH changes it.',
    scope: 'write',
    params,
    query: z.object({
      dialect,
      draft: z.enum(['true', 'false']).optional().meta({
        description: 'true: saved even with errors; then it cannot be started.',
      }),
      tables: z.enum(['upsert', 'recreate']).optional().meta({
        description:
          'How the rows in the tables of its dialect change. upsert (default): by id, and those that the definition no longer has are deleted. recreate: all rows of the workflow are deleted first.',
      }),
      seen: z.string().max(200).optional().meta({
        description:
          'The version that was saved last when the caller looked, a draft or not; if another one was saved since: 409.',
      }),
      ...aboutVersion,
    }),
    headers: ifMatch,
    body: definitionBody,
    statuses: [200, 201],
    answer: workflowJson,
    problems: [409, 422],
    example: { body: hello },
  }),
  patchWorkflow: route({
    method: 'patch',
    path: '/workflows/{id}',
    owner: { id: 'workflow' },
    tag,
    summary: 'Changes single keys of a definition, or what an editor stores with it.',
    details:
      'A JSON merge patch: keys of `definition` replace existing ones, null removes a key. `name` and `description` are shorthands. `studio` and `isActive` are not part of the version.',
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
    owner: { id: 'workflow' },
    tag,
    summary: 'Deletes a workflow with its trigger and steps; its runs stay and continue.',
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
    owner: { id: 'workflow' },
    tag,
    summary: 'Lists the versions of a workflow, newest first.',
    scope: 'read',
    params,
    statuses: [200],
    answer: pageOf(versionItem),
  }),
  keepDraft: route({
    method: 'post',
    path: '/workflows/{id}/drafts',
    owner: { id: 'workflow' },
    tag,
    summary:
      'Keeps a definition as a draft: a version that runs can use, and that nothing else does.',
    details:
      'Triggers and starts that name no version stay with the newest version. A definition that is a version already stays what it is.',
    scope: 'write',
    params,
    query: z.object({ dialect }),
    headers: z.object({
      'if-match': z.string().max(200).optional().meta({
        description:
          'The version that the draft was made from, as an ETag; if that is not the one that was saved last, a draft or not: 409.',
      }),
    }),
    body: definitionBody,
    statuses: [200],
    answer: z.object({
      version: z.string(),
      isDraft: z.boolean(),
      diagnostics: z.array(diagnosticJson),
    }),
    problems: [409, 422],
    example: { body: hello },
  }),
  restoreVersion: route({
    method: 'post',
    path: '/workflows/{id}/versions/{version}/restore',
    owner: { id: 'workflow', version: 'workflow' },
    tag,
    summary: 'Restores an older version as the newest one.',
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
    owner: { id: 'workflow' },
    tag,
    summary: 'Exports the definition in its own dialect or another one.',
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
};
