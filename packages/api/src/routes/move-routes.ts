import { id, json } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';
import { route } from './route.ts';

const params = z.object({ id });
const version = z.string().min(1).max(200);

const how = {
  recorded: z.enum(['keep', 'strict']).default('strict').meta({
    description:
      '`strict`: only if every recorded result would be the same in the new version; `keep`: recorded results stay, whatever the new version says.',
  }),
  dryRun: z.boolean().default(false).meta({ description: 'Only report; change nothing.' }),
};

const movedRun = z.object({
  run: z.string(),
  from: z.string(),
  to: z.string(),
  canMove: z.boolean(),
  isMoved: z.boolean(),
  obstacles: z.array(z.object({ node: z.string(), reason: z.string() })),
});

/** Runs that go on: where they failed, or in another version. */
export const moveRoutes = {
  continueRun: route({
    method: 'post',
    path: '/runs/{id}/continue',
    owner: { id: 'run' },
    tag: 'runs',
    summary: 'Resumes a failed run where it failed, under its id.',
    details:
      'What failed is tried again, with `input` in the place of its own if one is given; recorded results stay. With `version` it goes on in another version of its workflow. Runs below it that failed with it go on too.',
    scope: 'run',
    params,
    body: z.strictObject({ version: version.optional(), input: json.optional() }),
    isBodyOptional: true,
    statuses: [202],
    answer: z.object({
      run_id: z.string(),
      version: z.string(),
      activations: z.array(z.object({ node: z.string(), activation: z.number() })),
      below: z.array(z.string()),
    }),
    problems: [409, 422],
    example: { body: {} },
  }),
  migrateRun: route({
    method: 'post',
    path: '/runs/{id}/migrate',
    owner: { id: 'run' },
    tag: 'runs',
    summary: 'Moves a waiting run to another version of its workflow, under its id.',
    scope: 'run',
    params,
    body: z.strictObject({ version, ...how }),
    statuses: [200],
    answer: movedRun,
    problems: [409],
    example: { body: { version: 'sha256:0', recorded: 'keep', dryRun: true } },
  }),
  migrateRuns: route({
    method: 'post',
    path: '/workflows/{id}/migrate',
    owner: { id: 'workflow' },
    tag: 'workflows',
    summary: 'Moves the waiting runs of a workflow to one of its versions, each under its id.',
    details:
      'Without `version` to the newest, with `from` only those of that version. Runs that cannot move stay where they are, with what is in their way.',
    scope: 'run',
    params,
    body: z.strictObject({ version: version.optional(), from: version.optional(), ...how }),
    statuses: [200],
    answer: z.object({ workflow: z.string(), to: z.string(), runs: z.array(movedRun) }),
    example: { body: { recorded: 'keep', dryRun: true } },
  }),
};
