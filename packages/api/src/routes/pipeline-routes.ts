import { route } from './route.ts';
import { diagnosticJson, id, json, jsonObject, pageOf, pageQuery } from '../schemas/json.ts';
import { workflowJson } from '../schemas/workflow-json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'pipelines';
const stepType = z.enum(['custom_llm', 'custom_agent', 'stop_checker']);
const name = z.string().min(1).max(500);

/** The settings of a step besides its id and type. */
const stepFields = {
  description: z.string().max(10_000).optional(),
  model: z.string().max(500).optional(),
  system_prompt: z.string().max(1_000_000).optional(),
  tools: jsonObject.optional(),
  max_turns: z.number().int().min(1).max(1000).optional(),
  stop_conditions: z.array(jsonObject).max(1000).optional(),
};

/** What only the server says of a step: taken in a record that is sent back, and ignored. */
const readOnly = {
  uuid: json.optional(),
  user_id: json.optional(),
  type: stepType.optional(),
  generated_summary: json.optional(),
  created_at: json.optional(),
  updated_at: json.optional(),
  diagnostics: json.optional(),
};

const changedStep = z.looseObject({ name: name.optional(), ...stepFields, ...readOnly }).meta({
  description:
    'The settings to change, or the whole record. Its id, type, owner, times and summary are ignored; other keys are kept, with a warning.',
});

const stepJson = z
  .looseObject({ uuid: z.string(), name: z.string(), type: z.string(), user_id: z.string() })
  .meta({ id: 'Step' });

const stepParams = z.object({ id, step: id });

export const pipelineRoutes = {
  addStep: route({
    method: 'post',
    path: '/workflows/{id}/steps',
    owner: { id: 'workflow' },
    tag,
    summary: 'Adds a step to a pipeline, at the end or before a position.',
    details:
      'A new one of a type with a name, or a standalone one by its `uuid`; one that belongs to another workflow is 409. Returns the whole workflow with its diagnostics. An incomplete step is saved; the workflow just cannot be started.',
    scope: 'write',
    params: z.object({ id }),
    body: z.strictObject({
      type: stepType.optional(),
      step_type: stepType.optional(),
      name: name.optional(),
      uuid: id.optional().meta({ description: 'An existing step; nothing else is given then.' }),
      position: z.number().int().min(-1).default(-1),
      ...stepFields,
    }),
    statuses: [201],
    answer: workflowJson,
    problems: [404, 409],
    example: { body: { type: 'custom_llm', name: 'Sum up' } },
  }),
  orderSteps: route({
    method: 'put',
    path: '/workflows/{id}/steps/order',
    owner: { id: 'workflow' },
    tag,
    summary: 'Reorders the steps of a pipeline.',
    scope: 'write',
    params: z.object({ id }),
    body: z.strictObject({ ordered_step_uuids: z.array(id).max(10_000) }),
    statuses: [200],
    answer: workflowJson,
  }),
  putStep: route({
    method: 'put',
    path: '/workflows/{id}/steps/{step}',
    owner: { id: 'workflow', step: 'workflow' },
    tag,
    summary: 'Changes a step of a pipeline; settings that are not given stay.',
    scope: 'write',
    params: stepParams,
    body: changedStep,
    statuses: [200],
    answer: workflowJson,
    problems: [409],
  }),
  deleteStep: route({
    method: 'delete',
    path: '/workflows/{id}/steps/{step}',
    owner: { id: 'workflow', step: 'workflow' },
    tag,
    summary: 'Removes a step from a pipeline.',
    scope: 'write',
    params: stepParams,
    statuses: [200],
    answer: workflowJson,
  }),
  listSteps: route({
    method: 'get',
    path: '/steps',
    tag,
    summary: 'Lists all steps of the user, in pipelines and standalone.',
    scope: 'read',
    query: z.object({ type: stepType.optional(), ...pageQuery }),
    statuses: [200],
    answer: pageOf(stepJson),
  }),
  createStep: route({
    method: 'post',
    path: '/steps',
    tag,
    summary: 'Creates a standalone step.',
    scope: 'write',
    body: z.strictObject({ type: stepType, name, ...stepFields }),
    statuses: [201],
    answer: stepJson,
  }),
  getStep: route({
    method: 'get',
    path: '/steps/{id}',
    owner: { id: 'step' },
    tag,
    summary: 'Returns a step.',
    scope: 'read',
    params: z.object({ id }),
    statuses: [200],
    answer: stepJson,
  }),
  changeStep: route({
    method: 'put',
    path: '/steps/{id}',
    owner: { id: 'step' },
    tag,
    summary: 'Changes a step, also in its pipeline; settings that are not given stay.',
    details: 'Returns the step with the diagnostics of its pipeline, or its own.',
    scope: 'write',
    params: z.object({ id }),
    body: changedStep,
    statuses: [200],
    answer: stepJson.extend({ diagnostics: z.array(diagnosticJson) }).meta({ id: 'ChangedStep' }),
    problems: [409],
  }),
  removeStep: route({
    method: 'delete',
    path: '/steps/{id}',
    owner: { id: 'step' },
    tag,
    summary: 'Deletes a step, also from its pipeline.',
    scope: 'write',
    params: z.object({ id }),
    statuses: [204],
    answer: null,
  }),
};
