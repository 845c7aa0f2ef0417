// The config of an agent in a graph, as compiling its definition writes it.
import type { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';
import { anyValue } from '../nodes/config-fields.ts';

export const agentConfig = lazySchema((zod) =>
  zod.object({
    agent: zod
      .object({
        id: zod.string().optional(),
        name: zod.string().optional(),
        system: zod.string().optional(),
        model: zod.string().optional(),
        tools: zod
          .array(
            zod.object({
              name: zod.string().min(1),
              description: zod.string().optional(),
              parameters: zod.record(zod.string(), anyValue(zod)).optional(),
            }),
          )
          .optional()
          .describe('What it may call; without it every tool of the host.'),
      })
      .default({}),
    conversational: zod.boolean().default(false).describe('Whether it may end by the tool "end".'),
    routes: zod.array(zod.string()).default([]).describe('What it may choose as next.'),
    executor: zod.string().optional().describe('The route that its tool calls take.'),
    always: zod.boolean().default(false).describe('Whether an edge is followed without a choice.'),
    input: anyValue(zod).optional().describe('The first message of the user.'),
  }),
);

export type AgentConfig = z.output<ReturnType<typeof agentConfig>>;
