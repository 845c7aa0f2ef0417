import { route } from './route.ts';
import { exampleTrigger } from '../schemas/examples.ts';
import { diagnosticJson, id, json, jsonObject, pageOf, pageQuery, time } from '../schemas/json.ts';
import { problemJson } from '../schemas/problem-json.ts';
import { workflowJson } from '../schemas/workflow-json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'triggers';
const params = z.object({ id });
const triggerType = z.enum(['manual', 'webhook', 'schedule', 'event', 'new_email']);

const triggerFields = {
  name: z.string().min(1).max(200).nullable().optional().meta({
    description: 'What callers name it by, among several of one workflow.',
  }),
  start: id.nullable().optional().meta({
    description: "The node that its runs start at; default: the workflow's own entry.",
  }),
  config: jsonObject.optional().meta({
    description:
      'For a schedule: `cron`, `timezone`, `catchUp` (`last`, `none`, `all`), `input` of its runs. For an event: `event`, its name. For a webhook: `respond` (true: the sender gets what the run answers), `respondWithinMs`, `verify` (`github`, `stripe`, `slack`, or `{ header, prefix, encoding, template, timestamp, id }`).',
  }),
  filter_rules: jsonObject.optional(),
  initial_data_description: z.string().max(10_000).optional(),
};

/** What only the server says of a trigger: taken in a record that is sent back, and ignored. */
const readOnly = {
  uuid: json.optional(),
  user_id: json.optional(),
  workflow_uuid: json.optional(),
  is_active: json.optional(),
  is_written: json.optional(),
  next_fire_at: json.optional(),
  has_secret: json.optional(),
  created_at: json.optional(),
  updated_at: json.optional(),
  diagnostics: json.optional(),
};

const newTrigger = { trigger_type_id: triggerType, ...triggerFields, ...readOnly };

const triggerJson = z
  .object({
    uuid: z.string(),
    user_id: z.string(),
    workflow_uuid: z.string(),
    name: z.string().nullable(),
    start: z.string().nullable(),
    is_written: z.boolean().meta({
      description: 'The definition of its workflow names it: a change changes that.',
    }),
    trigger_type_id: z.string(),
    config: json,
    filter_rules: json,
    initial_data_description: z.string(),
    is_active: z.boolean(),
    next_fire_at: time.nullable(),
    has_secret: z.boolean(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Trigger', examples: [exampleTrigger] });

const delivered = z.object({
  matched: z.boolean(),
  run_id: z.string().nullable(),
  reason: z.string().optional(),
});

export const triggerRoutes = {
  setTrigger: route({
    method: 'put',
    path: '/workflows/{id}/trigger',
    owner: { id: 'workflow' },
    tag,
    summary: "Sets a workflow's trigger, replacing all that it has.",
    details:
      'Settings that are not given have the defaults of the type. A filter that cannot be used is refused.',
    scope: 'write',
    params,
    body: z.strictObject(newTrigger),
    statuses: [200],
    answer: workflowJson,
    problems: [422],
    example: {
      body: {
        trigger_type_id: 'schedule',
        config: { cron: '0 9 * * 1', timezone: 'Europe/Paris' },
      },
    },
  }),
  removeTrigger: route({
    method: 'delete',
    path: '/workflows/{id}/trigger',
    owner: { id: 'workflow' },
    tag,
    summary: "Removes a workflow's triggers.",
    scope: 'write',
    params,
    statuses: [200],
    answer: workflowJson,
  }),
  setTriggers: route({
    method: 'put',
    path: '/workflows/{id}/triggers',
    owner: { id: 'workflow' },
    tag,
    summary: "Sets a workflow's triggers, replacing all that it has.",
    details:
      'Each starts runs at its own node. One that is sent back with its `uuid` keeps its address and secret. A pipeline has one at most.',
    scope: 'write',
    params,
    body: z.strictObject({
      triggers: z.array(z.strictObject(newTrigger)).max(100),
    }),
    statuses: [200],
    answer: workflowJson,
    problems: [422],
    example: {
      body: {
        triggers: [
          { name: 'nightly', trigger_type_id: 'schedule', config: { cron: '0 3 * * *' } },
          { name: 'order', trigger_type_id: 'webhook', start: 'start' },
        ],
      },
    },
  }),
  addTrigger: route({
    method: 'post',
    path: '/workflows/{id}/triggers',
    owner: { id: 'workflow' },
    tag,
    summary: 'Adds a trigger to those that a workflow has.',
    scope: 'write',
    params,
    body: z.strictObject(newTrigger),
    statuses: [201],
    answer: triggerJson
      .extend({ diagnostics: z.array(diagnosticJson) })
      .meta({ id: 'AddedTrigger' }),
    problems: [422],
    example: {
      body: { name: 'nightly', trigger_type_id: 'schedule', config: { cron: '0 3 * * *' } },
    },
  }),
  previewTrigger: route({
    method: 'post',
    path: '/triggers/preview',
    tag,
    summary: 'Returns the next ticks of a schedule, without saving anything.',
    details:
      'Settings that a save would refuse are refused, whatever the type. Other types than a schedule have no ticks.',
    scope: 'read',
    body: z.strictObject(newTrigger),
    statuses: [200],
    answer: z.object({ next: z.array(time).meta({ description: 'The next five.' }) }),
    problems: [422],
    example: {
      body: {
        trigger_type_id: 'schedule',
        config: { cron: '0 9 * * 1', timezone: 'Europe/Paris' },
      },
    },
  }),
  listTriggers: route({
    method: 'get',
    path: '/triggers',
    tag,
    summary: 'Lists triggers with the time at which each fires next.',
    scope: 'read',
    query: z.object({ workflow: id.optional(), type: triggerType.optional(), ...pageQuery }),
    statuses: [200],
    answer: pageOf(triggerJson),
  }),
  getTrigger: route({
    method: 'get',
    path: '/triggers/{id}',
    owner: { id: 'trigger' },
    tag,
    summary: 'Returns a trigger.',
    scope: 'read',
    params,
    statuses: [200],
    answer: triggerJson,
  }),
  putTrigger: route({
    method: 'put',
    path: '/triggers/{id}',
    owner: { id: 'trigger' },
    tag,
    summary: 'Changes a trigger; settings that are not given stay.',
    details:
      'Takes the record as it was returned, and ignores what only the server says. Returns the trigger with the diagnostics of its workflow.',
    scope: 'write',
    params,
    body: z.strictObject({
      trigger_type_id: triggerType.optional(),
      ...triggerFields,
      ...readOnly,
    }),
    statuses: [200],
    answer: triggerJson
      .extend({ diagnostics: z.array(diagnosticJson) })
      .meta({ id: 'ChangedTrigger' }),
    problems: [422],
  }),
  deleteTrigger: route({
    method: 'delete',
    path: '/triggers/{id}',
    owner: { id: 'trigger' },
    tag,
    summary: 'Deletes a trigger.',
    scope: 'write',
    params,
    statuses: [204],
    answer: null,
  }),
  triggerHistory: route({
    method: 'get',
    path: '/triggers/{id}/history',
    owner: { id: 'trigger' },
    tag,
    summary: 'Lists the outcomes of the last deliveries and ticks, newest first.',
    scope: 'read',
    params,
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(
      z.object({
        id: z.string(),
        at: time,
        outcome: z.string(),
        run: z.string().nullable(),
        data: json,
      }),
    ).extend({
      nextFireAt: time.nullable().meta({ description: 'Of an active schedule.' }),
    }),
  }),
  makeSecret: route({
    method: 'post',
    path: '/triggers/{id}/secret',
    owner: { id: 'trigger' },
    tag,
    summary:
      "Creates a new secret for a trigger's webhook. It is returned once and never shown again.",
    details:
      'With `secret` in the body it is set to one that the sender has chosen, as Stripe and Slack do.',
    scope: 'write',
    params,
    body: z.strictObject({ secret: z.string().min(8).max(500).optional() }),
    isBodyOptional: true,
    statuses: [201],
    answer: z.object({ secret: z.string(), url: z.string() }),
    example: { body: { secret: 'the-signing-secret-of-the-sender' } },
  }),
  testTrigger: route({
    method: 'post',
    path: '/triggers/{id}/test',
    owner: { id: 'trigger' },
    tag,
    summary:
      'Delivers data to a trigger as if it had come from outside: filters, start and history.',
    details: 'No signature is needed. An inactive trigger can be tested too.',
    scope: 'run',
    params,
    body: z.strictObject({ data: json.optional() }),
    statuses: [200],
    answer: z.object({
      matched: z.boolean(),
      run_id: z.string().nullable(),
      reason: z.string().optional(),
    }),
    problems: [422],
    example: { body: { data: { order: 4711 } } },
  }),
  receiveHook: route({
    method: 'post',
    path: '/hooks/{id}',
    owner: { id: 'trigger' },
    tag,
    summary:
      'Receives a delivery from another system, signed according to Standard Webhooks, or as `verify` of the trigger says.',
    details:
      'The signature is verified before anything is stored. A repeated `webhook-id` starts nothing and returns the first run. With `respond` in the settings of the trigger, the answer is what the run answers, with its status and headers; 202 if that takes too long.',
    scope: null,
    params,
    headers: z.object({
      'webhook-id': z.string().max(200).optional(),
      'webhook-timestamp': z.string().max(20).optional(),
      'webhook-signature': z.string().max(2000).optional(),
    }),
    body: json,
    isSigned: true,
    isAnsweredByRuns: true,
    statuses: [202],
    answer: delivered,
    problems: [401, 409, 422],
  }),
  sendEvent: route({
    method: 'post',
    path: '/events',
    tag,
    summary:
      'Sends an event: runs that wait for it continue, and workflows whose triggers name it start.',
    details:
      'An event whose `id` was sent before starts nothing again. Each trigger starts on its own: `error` tells why one did not. A CloudEvent is taken too, as `application/cloudevents+json` or with its attributes in `ce-` headers: its type is the name, and its source and id together are the id.',
    takesCloudEvents: true,
    scope: 'run',
    body: z.strictObject({
      name: z.string().min(1).max(500),
      data: json.optional(),
      id: z.string().min(1).max(200).optional(),
      run: id
        .optional()
        .meta({ description: 'Only for this run, which keeps it until it waits for it.' }),
    }),
    statuses: [202],
    // Of the run that it is for.
    problems: [404, 409],
    answer: z.object({
      delivered: z.number(),
      kept: z.boolean(),
      started: z.array(
        delivered.extend({ trigger: z.string(), error: problemJson.shape.error.optional() }),
      ),
    }),
    example: { body: { name: 'parcel.arrived', data: { parcel: 7 } } },
  }),
};
