import { route } from './route.ts';
import { id, jsonObject } from '../schemas/json.ts';
import { runBundle, runFile } from '../schemas/run-json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'runs';
const params = z.object({ id });

/** Runs as documents: to archive, to take elsewhere, to replay in tests. */
export const bundleRoutes = {
  exportRun: route({
    method: 'get',
    path: '/runs/{id}/export',
    owner: { id: 'run' },
    tag,
    summary: 'Exports a run with its child runs and all that is needed to continue it elsewhere.',
    scope: 'read',
    params,
    statuses: [200],
    answer: runBundle,
  }),
  importRuns: route({
    method: 'post',
    path: '/runs/import',
    tag,
    summary: 'Imports exported runs; nothing is started.',
    details:
      'Runs and definitions then belong to the caller. With `ids=keep` an id that is taken, by anybody, is 409.',
    scope: 'write',
    query: z.object({ ids: z.enum(['keep', 'new']).default('new') }),
    body: jsonObject,
    statuses: [201],
    answer: z.object({ id: z.string(), runs: z.array(z.string()) }),
    problems: [409, 422],
  }),
  listRunFiles: route({
    method: 'get',
    path: '/runs/{id}/files',
    owner: { id: 'run' },
    tag,
    summary: 'Lists the files that a run and the runs around it have stored.',
    scope: 'read',
    params,
    statuses: [200],
    answer: z.object({ items: z.array(runFile) }),
  }),
  getRunFile: route({
    method: 'get',
    path: '/runs/{id}/files/{file}',
    owner: { id: 'run', file: 'file' },
    tag,
    summary: 'Downloads a file of a run.',
    details: 'Browsers save it and never show it, whatever it is: it came from elsewhere.',
    scope: 'read',
    params: z.object({ id, file: id }),
    statuses: [200],
    answer: z.string(),
    mediaType: 'application/octet-stream',
  }),
  getCassette: route({
    method: 'get',
    path: '/runs/{id}/cassette',
    owner: { id: 'run' },
    tag,
    summary:
      'Returns the model and tool calls of a run, with their answers, as a cassette that answers other runs.',
    details:
      'Derived from the journal: no model and no tool is called. `unknown` lists results whose calls cannot be reconstructed.',
    scope: 'read',
    params,
    statuses: [200],
    answer: z.object({
      cassette: jsonObject,
      unknown: z.array(
        z.object({
          path: z.string(),
          node: z.string(),
          activation: z.number(),
          reason: z.string(),
        }),
      ),
    }),
  }),
};
