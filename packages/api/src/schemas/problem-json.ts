import { z } from './zod.ts';
import { json } from './json.ts';

/** The body of every error. */
export const problemJson = z.object({
  error: z.object({
    code: z.string().meta({ description: 'One of the codes in docs/errors; never renamed.' }),
    message: z.string(),
    hint: z.string(),
    details: json.optional(),
  }),
});

export type ProblemJson = z.output<typeof problemJson>;
