import { route } from './route.ts';
import { id, jsonObject } from '../schemas/json.ts';
import { runBundle } from '../schemas/run-json.ts';
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
    summary: 'The whole tree of a run with all that is needed to go on with it elsewhere.',
    scope: 'read',
    params,
    statuses: [200],
    answer: runBundle,
  }),
  importRuns: route({
    method: 'post',
    path: '/runs/import',
    tag,
    summary: 'Takes over runs that were exported; nothing starts by it.',
    details:
      'Runs and definitions become those of the caller. With `ids=keep` a run whose id is there already is 409, whoever has it.',
    scope: 'write',
    query: z.object({ ids: z.enum(['keep', 'new']).default('new') }),
    body: jsonObject,
    statuses: [201],
    answer: z.object({ id: z.string(), runs: z.array(z.string()) }),
    problems: [409, 422],
  }),
  getCassette: route({
    method: 'get',
    path: '/runs/{id}/cassette',
    owner: { id: 'run' },
    tag,
    summary:
      'What a run asked models and tools, with the answers, as a document that answers other runs.',
    details:
      'Worked out from the journal: no model is asked and no tool is called. `unknown` lists results of which nobody can say any more what they answer.',
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
