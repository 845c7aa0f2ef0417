import { route } from './route.ts';
import { diagnosticJson, id, json, jsonObject, pageOf, pageQuery } from '../schemas/json.ts';
import { idempotencyKey, runAnswer, runItem, runJson } from '../schemas/run-json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'runs';
const params = z.object({ id });
const wait = z.object({
  wait: z.coerce.number().min(0).max(60).optional(),
  until: z.enum(['settled', 'response']).optional().meta({
    description:
      'response: the answer comes as soon as the run answers its caller, by a `respond` node or with its end; `wait` is then 30 by default.',
  }),
});

const runStarted = z.object({
  run_id: z.string(),
  instance_id: z.string(),
  status: z.string(),
  run: runJson.optional(),
  response: runAnswer.optional(),
  debounced: z.enum(['waiting', 'joined']).optional().meta({
    description:
      'Under `policy.runs.debounce`: the run waits for further starts, or this start has joined one that does.',
  }),
  diagnostics: z.array(diagnosticJson).optional().meta({
    description:
      'What is doubtful about the definition that it runs, such as agents that are not stored.',
  }),
});

/** Runs of a workflow. */
export const startRoutes = {
  runWorkflow: route({
    method: 'post',
    path: '/workflows/{id}/run',
    owner: { id: 'workflow' },
    tag,
    summary: 'Starts a run, of the newest version by default.',
    details:
      'With `wait` the answer includes the run, and comes when it has ended or waits for people, at most after that many seconds.',
    scope: 'run',
    params,
    query: wait,
    headers: z.object({
      'idempotency-key': idempotencyKey,
      traceparent: z
        .string()
        .optional()
        .meta({ description: 'The trace that the run belongs to; an invalid one is ignored.' }),
    }),
    body: z.strictObject({
      input: json.optional(),
      triggering_data: json.optional(),
      start: id.optional().meta({ description: 'The node to start at.' }),
      trigger: id.optional().meta({
        description: 'The trigger at whose node to start, by its name, instead of `start`.',
      }),
      version: z.string().max(200).optional(),
      offline: z.boolean().optional().meta({
        description:
          'No provider of models is asked: the offline model answers for every model, in child runs too. Default false.',
      }),
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
    owner: { id: 'workflow', node: 'workflow' },
    tag,
    summary: 'Tries one node, everything from it on, or everything up to it, as a run of its own.',
    details:
      'What `reach` leaves out does not run: its outputs are read from `outputs`, by node id. `pinned` outputs take the place of nodes that would run. Of one node, and of everything up to it, its output is the output of the run. The run is marked as a trial run, belongs to a hidden workflow, and publishes nothing. Approvals that stand before a node with effects are asked, whatever `outputs` and `pinned` say.',
    scope: 'write',
    params: z.object({ id, node: id }),
    query: wait,
    body: z.strictObject({
      input: json.optional().meta({ description: 'The input of the run.' }),
      reach: z.enum(['node', 'from', 'to']).optional().meta({
        description:
          'node (the default): this node alone; from: it and everything after it; to: everything before it, and it.',
      }),
      outputs: jsonObject.optional().meta({ description: 'Of nodes that do not run, by id.' }),
      pinned: jsonObject
        .optional()
        .meta({ description: 'Outputs that nodes have instead of being run, by id.' }),
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
    owner: { id: 'workflow' },
    tag,
    summary: 'Lists the runs of a workflow, newest first.',
    details:
      'Runs of a pipeline also have the fields of its original API: `uuid`, `workflow_definition_uuid`, `trigger_output`, `step_instances` …',
    scope: 'read',
    params,
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(runItem.loose()),
  }),
};
