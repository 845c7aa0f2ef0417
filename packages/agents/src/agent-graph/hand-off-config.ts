import type { z } from 'zod';
import { lazySchema, type Zod } from '../lazy-schema.ts';
import { anyValue } from '../nodes/config-fields.ts';

const routes = (zod: Zod) =>
  zod.array(zod.object({ value: zod.string(), to: zod.string().nullable() }));

export const handOffConfig = lazySchema((zod) =>
  zod.object({
    entry: zod.string().default('').describe('Who begins, when nobody was interrupted.'),
    agents: zod
      .array(
        zod.object({
          id: zod.string(),
          routes: routes(zod),
        }),
      )
      .default([])
      .describe('What each agent may choose, and where that leads; null ends the run.'),
    nodes: zod
      .array(zod.object({ id: zod.string(), name: zod.string() }))
      .default([])
      .describe('All nodes that a person may send the run to.'),
    routes: routes(zod).default([]).describe('The edges of the hand-off itself.'),
    always: zod.boolean().default(false).describe('Whether an edge leads on from here.'),
    input: anyValue(zod).optional().describe('The first message of the user.'),
  }),
);

export type HandOffConfig = z.output<ReturnType<typeof handOffConfig>>;
