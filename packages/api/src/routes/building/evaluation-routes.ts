import { route } from '../route.ts';
import { id, json, jsonObject, pageOf, pageQuery, time } from '../../schemas/json.ts';
import { z } from '../../schemas/zod.ts';

const tag = 'evaluations';
const dataset = z.string().min(1).max(120);
const caseId = z.string().min(1).max(200);
const tags = z.array(z.string().min(1).max(100)).max(20);

const caseJson = z
  .object({
    id: z.string(),
    input: json,
    expected: json.optional(),
    metadata: jsonObject,
    tags: z.array(z.string()),
    run_id: z.string().nullable().meta({ description: 'The run that it was made of.' }),
    createdAt: time,
  })
  .meta({ id: 'DatasetCase' });

const scorer = z.union([
  z.strictObject({
    name: z.string().min(1).max(100).optional(),
    check: z.string().min(1).max(5000).meta({
      description: 'An expression over `input`, `output`, `expected`, `metadata` and `run`.',
    }),
  }),
  z.strictObject({
    name: z.string().min(1).max(100).optional(),
    usage: z.enum(['steps', 'modelCalls', 'inputTokens', 'outputTokens', 'usd']),
    max: z.number().min(0),
  }),
  z.strictObject({
    name: z.string().min(1).max(100).optional(),
    workflow: id.meta({ description: 'A workflow of yours that judges; its output is the score.' }),
  }),
]);

const evaluationJson = z
  .object({
    id: z.string(),
    workflow: z.string(),
    version: z.string(),
    dataset: z.string(),
    status: z.enum(['running', 'done', 'failed']),
    settings: jsonObject,
    report: json.meta({ description: 'What was found; null until it is done.' }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Evaluation' });

/** Cases to measure workflows with, and what the measurements found. */
export const evaluationRoutes = {
  listDatasets: route({
    method: 'get',
    path: '/datasets',
    tag,
    summary: 'Lists your datasets.',
    scope: 'read',
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(z.object({ name: z.string(), cases: z.int(), updatedAt: time })),
  }),
  listCases: route({
    method: 'get',
    path: '/datasets/{dataset}/cases',
    owner: { dataset: 'dataset' },
    tag,
    summary: 'Lists the cases of a dataset, the oldest first.',
    scope: 'read',
    params: z.object({ dataset }),
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(caseJson),
  }),
  addCase: route({
    method: 'post',
    path: '/datasets/{dataset}/cases',
    owner: { dataset: 'dataset' },
    tag,
    summary: 'Adds a case to a dataset, written or taken from a run.',
    details:
      'With `run_id`, the input of that run of yours is the input, and its output is what is expected, unless `expected` says something else. A case of the same `id` is replaced. A dataset is there from its first case on, and has at most 1,000.',
    scope: 'write',
    params: z.object({ dataset }),
    body: z.strictObject({
      id: caseId.optional(),
      run_id: z.string().min(1).max(200).optional(),
      input: json.optional(),
      expected: json.optional(),
      metadata: jsonObject.optional(),
      tags: tags.optional(),
    }),
    statuses: [201],
    answer: caseJson,
    problems: [404, 409],
    example: { body: { input: { text: 'I was charged twice.' }, expected: { label: 'billing' } } },
  }),
  deleteCase: route({
    method: 'delete',
    path: '/datasets/{dataset}/cases/{case}',
    owner: { dataset: 'dataset', case: 'dataset' },
    tag,
    summary: 'Deletes a case.',
    scope: 'write',
    params: z.object({ dataset, case: caseId }),
    statuses: [204],
    answer: null,
  }),
  deleteDataset: route({
    method: 'delete',
    path: '/datasets/{dataset}',
    owner: { dataset: 'dataset' },
    tag,
    summary: 'Deletes a dataset with its cases; evaluations stay.',
    scope: 'write',
    params: z.object({ dataset }),
    statuses: [204],
    answer: null,
  }),
  startEvaluation: route({
    method: 'post',
    path: '/evaluations',
    tag,
    summary: 'Runs a workflow on every case of a dataset, and scores the results.',
    details:
      'Each case is a run of yours like any other: models, tools and requests are real. The answer comes at once; read the evaluation until it is no longer `running`. With `baseline`, every case is compared with itself in that evaluation.',
    scope: 'run',
    body: z.strictObject({
      workflow: id,
      version: z.string().max(200).optional(),
      dataset,
      scorers: z.array(scorer).min(1).max(10),
      trials: z.int().min(1).max(10).optional(),
      baseline: z.string().max(200).optional().meta({ description: 'An earlier evaluation.' }),
    }),
    statuses: [201],
    answer: evaluationJson,
    problems: [404, 422],
    example: {
      body: {
        workflow: 'ticket-labels',
        dataset: 'tickets',
        scorers: [{ name: 'exact', check: 'output.label == expected.label' }],
      },
    },
  }),
  listEvaluations: route({
    method: 'get',
    path: '/evaluations',
    tag,
    summary: 'Lists your evaluations, the newest first, without their cases.',
    scope: 'read',
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(evaluationJson),
  }),
  getEvaluation: route({
    method: 'get',
    path: '/evaluations/{id}',
    owner: { id: 'evaluation' },
    tag,
    summary: 'Returns an evaluation with its report: means with intervals, worst cases, every run.',
    scope: 'read',
    params: z.object({ id }),
    statuses: [200],
    answer: evaluationJson,
  }),
  deleteEvaluation: route({
    method: 'delete',
    path: '/evaluations/{id}',
    owner: { id: 'evaluation' },
    tag,
    summary: 'Deletes an evaluation; its runs stay.',
    scope: 'write',
    params: z.object({ id }),
    statuses: [204],
    answer: null,
  }),
};
