import { route } from './route.ts';
import { exampleOutput, exampleStream } from '../schemas/examples.ts';
import { dialectName, id, json, jsonObject, pageOf, pageQuery, time } from '../schemas/json.ts';
import {
  activationName,
  idempotencyKey,
  journalRow,
  runAnswer,
  runCalls,
  runItem,
  runJson,
  runsDiff,
  runStatus,
} from '../schemas/run-json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'runs';
const params = z.object({ id });
/** A cursor of a tree names each run that is open at a time; headers have at most 64 KB. */
const cursorMax = 32_768;

const runFilter = {
  status: z
    .union([runStatus, z.literal('quarantined')])
    .optional()
    .meta({
      description:
        'A status, or `quarantined`: runs that are not revived because processes died with them.',
    }),
  workflow: id.optional(),
  q: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Text in the run id, the workflow id or the name.' }),
};

/** One for all nodes, or one for each that is named. */
const textOrTexts = z.union([z.string().max(1_000_000), z.record(id, z.string().max(1_000_000))]);

export const runRoutes = {
  listRuns: route({
    method: 'get',
    path: '/runs',
    tag,
    summary: 'Lists runs, newest first.',
    scope: 'read',
    query: z.object({
      ...runFilter,
      in: z.enum(['names', 'content']).default('names').meta({
        description:
          'Where `q` is looked for. content: also in input, output and error; a page may then have no items and still a next one.',
      }),
      details: z.enum(['true', 'false']).optional().meta({
        description: 'true: each run with its error, cost and tokens, and whether it runs a draft.',
      }),
      trials: z.enum(['true', 'false']).default('true').meta({
        description:
          'false: without runs of single nodes and replays; a page may then have fewer items.',
      }),
      parent: id.optional(),
      order: z.enum(['newest', 'oldest']).default('newest'),
      ...pageQuery,
    }),
    statuses: [200],
    answer: pageOf(runItem),
  }),
  cancelRuns: route({
    method: 'post',
    path: '/runs/cancel',
    tag,
    summary: 'Cancels all unfinished runs that match a filter.',
    details: 'At least one of `ids`, `workflow`, `status` and `q` must be given.',
    scope: 'run',
    body: z.strictObject({
      filter: z.strictObject({ ...runFilter, ids: z.array(id).max(1000).optional() }),
      reason: z.string().max(1000).optional(),
    }),
    statuses: [200],
    answer: z.object({
      cancelled: z.array(z.string()),
      failed: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
    }),
    example: { body: { filter: { workflow: 'hello', status: 'waiting' } } },
  }),
  getRun: route({
    method: 'get',
    path: '/runs/{id}',
    owner: { id: 'run' },
    tag,
    summary: 'Returns a run in the native form or that of a dialect.',
    scope: 'read',
    params,
    query: z.object({
      view: dialectName.optional(),
      rebuild: z.enum(['true', 'false']).optional().meta({
        description:
          'A quarantined run is shown as its row in the store has it; with "true" it is rebuilt from its journal.',
      }),
    }),
    statuses: [200],
    answer: z.union([runJson, jsonObject]),
  }),
  getInstance: route({
    method: 'get',
    path: '/instances/{id}',
    owner: { id: 'run' },
    tag,
    summary: 'Returns a run in the form of its dialect.',
    scope: 'read',
    params,
    statuses: [200],
    answer: jsonObject,
  }),
  runEvents: route({
    method: 'get',
    path: '/runs/{id}/events',
    owner: { id: 'run' },
    tag,
    summary: 'Streams the events of a run as server-sent events.',
    details:
      'The id of an event is its row number in the journal. `Last-Event-ID` resumes after that row, without gaps or duplicates. Tokens and progress have no id and are not repeated. The stream ends with the run; if nothing is left to send, the answer is 204. With `tree=true` it also has the events of the runs below it, each with its `run`: a run comes after the start of its node and before the event that tells its parent of its end. The id of an event is then a cursor, which `Last-Event-ID` and `after` take. Values over 64 KB are null; `large` lists them as `{ path, bytes, href, in }`: `href` returns the row of the journal that holds the value at `in`.',
    scope: 'read',
    params,
    query: z.object({
      after: z.union([z.coerce.number().int().min(0), z.string().max(cursorMax)]).optional(),
      tree: z.enum(['true', 'false']).optional(),
    }),
    headers: z.object({ 'last-event-id': z.string().max(cursorMax).optional() }),
    statuses: [200, 204],
    answer: z.string(),
    mediaType: 'text/event-stream',
    example: { answer: exampleStream },
  }),
  runJournal: route({
    method: 'get',
    path: '/runs/{id}/journal',
    owner: { id: 'run' },
    tag,
    summary: "Lists the rows of a run's journal, in order.",
    scope: 'read',
    params,
    query: z.object({
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(1000),
    }),
    statuses: [200],
    answer: pageOf(journalRow),
  }),
  explainNode: route({
    method: 'get',
    path: '/runs/{id}/explain',
    owner: { id: 'run' },
    tag,
    summary: 'Explains why a node ran, or did not.',
    scope: 'read',
    params,
    query: z.object({ node: id }),
    statuses: [200],
    answer: z.looseObject({ node: z.string(), status: z.string(), words: z.array(z.string()) }),
  }),
  runCalls: route({
    method: 'get',
    path: '/runs/{id}/calls',
    owner: { id: 'run' },
    tag,
    summary: 'Lists what a run sent to models, tools and servers, with what came back.',
    details:
      'A journal holds results only: the requests are derived from it again. The calls of runs below it have their `path`. `unknown` names activations whose requests can no longer be derived.',
    scope: 'read',
    params,
    query: z.object({ node: id.optional() }),
    statuses: [200],
    answer: runCalls,
  }),
  cancelRun: route({
    method: 'post',
    path: '/runs/{id}/cancel',
    owner: { id: 'run' },
    tag,
    summary: 'Cancels a run; nothing starts in it any more.',
    scope: 'run',
    params,
    body: z.strictObject({ reason: z.string().max(1000).optional() }),
    isBodyOptional: true,
    statuses: [200],
    answer: runJson,
    problems: [409],
  }),
  getRunResponse: route({
    method: 'get',
    path: '/runs/{id}/response',
    owner: { id: 'run' },
    tag,
    summary: 'What a run has answered its caller: by a `respond` node, or with its end.',
    details:
      '202 while it has not; with `wait`, only after that many seconds. What was answered can still be read later.',
    scope: 'read',
    params,
    query: z.object({ wait: z.coerce.number().min(0).max(60).optional() }),
    statuses: [200, 202],
    answer: z.object({ run_id: z.string(), response: runAnswer.nullable() }),
  }),
  deleteRun: route({
    method: 'delete',
    path: '/runs/{id}',
    owner: { id: 'run' },
    tag,
    summary: 'Deletes a run that has ended, with the runs below it.',
    scope: 'write',
    params,
    statuses: [204],
    answer: null,
    problems: [409],
  }),
  releaseRun: route({
    method: 'post',
    path: '/runs/{id}/release',
    owner: { id: 'run' },
    tag,
    summary: 'Lets a quarantined run continue; one that is not quarantined stays as it is.',
    scope: 'run',
    params,
    statuses: [200],
    answer: runItem,
  }),
  retryNode: route({
    method: 'post',
    path: '/runs/{id}/retry',
    owner: { id: 'run' },
    tag,
    summary: 'Retries a failed node of an unfinished run.',
    scope: 'run',
    params,
    body: z.strictObject({ node: id }),
    statuses: [200],
    answer: runJson,
    problems: [409],
  }),
  forkRun: route({
    method: 'post',
    path: '/runs/{id}/fork',
    owner: { id: 'run' },
    tag,
    summary: 'Starts a new run that reuses the results of this one as far as they are still valid.',
    details:
      '`from` names the activation from which the new run executes; `changes` replaces recorded results; with `definition` or `version` it continues with another workflow. A `definition` and `changes` need the scope `write`. Answers that you may not give are asked again.',
    scope: 'run',
    params,
    headers: z.object({ 'idempotency-key': idempotencyKey }),
    body: z.strictObject({
      from: activationName.optional(),
      input: json.optional(),
      changes: z
        .array(
          z.strictObject({
            node: id,
            activation: z.number().int().min(1).optional(),
            result: z.strictObject({
              value: json.optional(),
              ports: z
                .record(z.string().max(500), json)
                .optional()
                .meta({ description: 'The ports that fire, with their values.' }),
            }),
          }),
        )
        .max(1000)
        .optional(),
      definition: jsonObject.optional(),
      version: z.string().max(200).optional(),
    }),
    isBodyOptional: true,
    statuses: [202],
    answer: z.object({
      run_id: z.string(),
      instance_id: z.string(),
      reused: z.number(),
      left: z.array(jsonObject),
    }),
    problems: [422],
    example: { body: { from: 'draft', changes: [] } },
  }),
  replayRun: route({
    method: 'post',
    path: '/runs/{id}/replay',
    owner: { id: 'run' },
    tag,
    summary:
      'Replays a run with something changed: reuses the results of unchanged calls and reports where the two runs diverge.',
    details: 'The answer comes when the new run has ended or waits for people.',
    scope: 'run',
    params,
    body: z.strictObject({
      with: z
        .strictObject({
          model: textOrTexts.optional(),
          prompt: textOrTexts.optional(),
          config: z.record(id, jsonObject).optional(),
          definition: jsonObject.optional(),
          input: json.optional(),
        })
        .optional(),
    }),
    isBodyOptional: true,
    statuses: [200],
    answer: z.looseObject({
      id: z.string(),
      before: z.string(),
      divergence: json,
      calls: json,
      usage: json,
      output: json,
    }),
    problems: [422],
    example: { body: { with: { model: 'scripted' } } },
  }),
  diffRuns: route({
    method: 'get',
    path: '/runs/{a}/diff/{b}',
    owner: { a: 'run', b: 'run' },
    tag,
    summary: 'Compares two runs, ignoring times and ids.',
    scope: 'read',
    params: z.object({ a: id, b: id }),
    statuses: [200],
    answer: runsDiff,
  }),
  getOutput: route({
    method: 'get',
    path: '/outputs/{id}',
    owner: { id: 'output' },
    tag,
    summary: 'Returns a whole output, of any node or of the trigger.',
    details:
      'The token of a run, which MCP servers get with `runToken`, reads the outputs of that run while it lasts.',
    scope: 'read',
    isForRuns: true,
    params,
    statuses: [200],
    answer: z.object({
      id: z.string(),
      uuid: z.string(),
      run: z.string(),
      node: z.string().nullable(),
      activation: z.number().nullable(),
      raw_data: json,
      summary: z.string().nullable(),
      markdown_representation: z.string().nullable(),
      createdAt: time,
    }),
    example: { answer: exampleOutput },
  }),
};
