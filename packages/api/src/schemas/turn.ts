// What conversations have in common, whoever is talked to: an agent of the host or of the user, or the assistant of a workflow.
import { json } from './json.ts';
import { z } from './zod.ts';

export const messageJson = z
  .object({
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    parts: z.array(z.record(z.string(), json)).meta({ description: 'As the AI SDK has them.' }),
    metadata: z.record(z.string(), json).optional().meta({
      description:
        'Of what was said to the assistant: the `workflow` and the `version` that it is about.',
    }),
  })
  .meta({ id: 'ThreadMessage' });

export const begunJson = z.object({
  run_id: z
    .string()
    .meta({ description: 'The run of the turn, to be read and streamed like any.' }),
});

export const stoppedJson = z.object({
  isStopped: z.boolean().meta({ description: 'False: no turn was under way.' }),
});

export const decision = {
  approvalId: z.string().min(1).max(500),
  approved: z.boolean(),
  note: z.string().max(10_000).optional(),
};

export const messageId = z.string().min(1).max(200);

export const turnsQuery = (usual: number) =>
  z.object({ turns: z.coerce.number().int().min(1).max(200).default(usual) });

export const streamed =
  'With `Accept: text/event-stream` the answer is the UI message stream of the AI SDK, up to the end of the turn or to where a person must decide; a caller who leaves stops nothing.';
