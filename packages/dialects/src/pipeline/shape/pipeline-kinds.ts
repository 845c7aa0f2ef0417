// Node types that native lacks
// A step that only asks a model is a native `llm`. An agent here gets large outputs as a summary and a tool to read them,
// and a checker looks into outputs with JSONPath.
import { modelRetry, type NodeKind } from '@skein/kernel';
import {
  any,
  dictionary,
  integer,
  list,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';

export const agentType = 'pipeline.agent';
export const checkerType = 'pipeline.stop_checker';

const kinds = {
  [agentType]: {
    mode: 'execute',
    ports: ['output'],
    rawKeys: ['tools'],
    textKeys: ['system', 'prompt'],
    retry: modelRetry,
    effect: 'idempotent',
  },
  [checkerType]: {
    mode: 'execute',
    ports: ['output'],
    rawKeys: ['conditions'],
    effect: 'pure',
  },
} satisfies Readonly<Record<string, Omit<NodeKind, 'type'>>>;

export type PipelineNodeType = keyof typeof kinds;

export const pipelineKinds: readonly NodeKind[] = Object.entries(kinds).map(([type, kind]) => ({
  type,
  ...kind,
}));

/** The config of `pipeline.agent`, as compiling a step writes it. */
export const agentStepConfigShape = record('config of an agent step', {
  model: optional(text, 'the model that it asks'),
  system: required(text, 'its instructions'),
  prompt: required(text, 'the message to the model'),
  tools: optional(dictionary(any), 'the tools by name, each with "enabled": true or false'),
  maxTurns: optional(integer(1), 'the maximum number of model calls; default 10'),
  outputs: optional(
    list(
      record('output', {
        step: required(text, 'the step that gave it'),
        id: required(text, 'the id of the output'),
        value: required(any, 'the output as a whole'),
      }),
    ),
    'earlier outputs of which the prompt may have only a summary',
  ),
});
