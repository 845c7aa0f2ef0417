// Node types that the kernel does by itself
// Here only for those who list node types: their descriptions and the shape of their config.
import type { NodeType } from '@skein/ports';
import type { z } from 'zod';
import { lazySchema, type Zod } from '../lazy-schema.ts';
import { anyValue, userSchema, workflow } from './config-fields.ts';
import { describeNode } from './describe-node.ts';
import { nativeKind } from './native-kind.ts';

type KernelType =
  | 'start'
  | 'transform'
  | 'if'
  | 'switch'
  | 'join'
  | 'stop'
  | 'end'
  | 'delay'
  | 'emit'
  | 'map'
  | 'subworkflow';

interface Description {
  readonly description: string;
  readonly config: (zod: Zod) => { readonly [key: string]: z.ZodType };
}

const descriptions: { readonly [Type in KernelType]: Description } = {
  start: {
    description: "Passes the run's input on.",
    config: (zod) => ({
      schema: userSchema(zod).optional().describe("JSON schema of the run's input."),
    }),
  },
  transform: {
    description: 'Makes a value from references and templates.',
    config: (zod) => ({ value: anyValue(zod).describe('The value, with references resolved.') }),
  },
  if: {
    description: 'Passes its input on to true or false.',
    config: (zod) => ({ condition: anyValue(zod).describe('A condition.') }),
  },
  switch: {
    description: 'Passes its input on to the case that holds, else to default.',
    config: (zod) => ({
      cases: zod
        .array(zod.object({ name: zod.string().min(1), when: anyValue(zod) }))
        .describe('Ports by name, each with its condition.'),
      first: zod.boolean().optional().describe('Only the first case that holds; default true.'),
    }),
  },
  join: { description: 'Passes its inputs on as one object by port.', config: () => ({}) },
  stop: {
    description: 'Ends the run as stopped.',
    config: (zod) => ({
      reason: zod.string().optional().describe('Why, for the run and its log.'),
    }),
  },
  end: {
    description: 'Ends the run as completed; what still runs is cancelled.',
    config: (zod) => ({
      value: anyValue(zod).optional().describe("The run's output; default: its input."),
    }),
  },
  delay: {
    description: 'Waits for a time, also across restarts.',
    config: (zod) => ({
      ms: zod.number().min(0).optional().describe('How long, in milliseconds.'),
      until: anyValue(zod).optional().describe('Or the time at which it goes on.'),
    }),
  },
  emit: {
    description: 'Sends a named event to waiting runs and triggers.',
    config: (zod) => ({
      name: zod.string().min(1).describe('The name of the event.'),
      data: anyValue(zod).optional().describe('Its data; default: the input.'),
    }),
  },
  map: {
    description: 'Runs a workflow once per item and passes the results on in item order.',
    config: (zod) => ({
      items: zod.array(anyValue(zod)).describe('The list; each run gets { item, index }.'),
      workflow: workflow(zod),
      concurrency: zod.number().int().min(1).optional().describe('Runs at a time; default 8.'),
      atLeast: zod.number().int().min(0).optional().describe('Go on when so many are done.'),
      rest: zod.enum(['cancel', 'finish']).optional().describe('What then happens to the others.'),
    }),
  },
  subworkflow: {
    description: 'Runs another workflow and passes its output on.',
    config: (zod) => ({
      workflow: workflow(zod),
      version: zod
        .string()
        .optional()
        .describe('Which version of a stored one; default: the newest.'),
      input: anyValue(zod).optional().describe("The child run's input; default: the input."),
    }),
  },
};

export const kernelNodeTypes: ReadonlyMap<string, NodeType> = new Map(
  Object.entries(descriptions).map(([type, { description, config }]) => [
    type,
    describeNode(
      { kind: nativeKind(type), description },
      lazySchema((zod) => zod.object(config(zod))),
    ),
  ]),
);
