// The shape of a pipeline
// Keys, types and allowed values of a workflow with its trigger and its steps. What steps say about each other is looked at
// when the shapes are known (check-steps).
import { jsonSchema } from '../../native/settings/setting-shapes.ts';
import { policyFields } from '../../native/shape/workflow-shape.ts';
import {
  advised,
  any,
  boolean,
  choice,
  dictionary,
  integer,
  list,
  nonEmptyText,
  nullable,
  openObject,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';
import type { NodeEntry } from '../../dialect/node-entry.ts';
import { triggerTypes } from '../../triggers/trigger-shapes.ts';
import { stopOperators, type StopOperator } from './stop-operators.ts';

const bookkeeping = {
  user_id: optional(nullable(text), 'its owner; default: the caller', { isHidden: true }),
  created_at: optional(nullable(text), 'when it was made; not part of the version', {
    isHidden: true,
  }),
  updated_at: optional(nullable(text), 'when it was last changed; not part of the version', {
    isHidden: true,
  }),
};

const anyStep = {
  uuid: optional(nonEmptyText, 'the id that placeholders and checkers use; default: generated', {
    isHidden: true,
  }),
  name: required(nonEmptyText, 'a name that is unique in this workflow', {
    affects: 'nothing',
  }),
  description: optional(text, 'what it is for', { affects: 'nothing' }),
  ...bookkeeping,
};

const modelStep = {
  ...anyStep,
  model: advised(text, 'the model as provider/model, a known name or an alias'),
  system_prompt: required(text, 'the instructions, with placeholders such as <<trigger_output>>', {
    title: 'Prompt',
  }),
  generated_summary: optional(
    nullable(text),
    'what the step does, for people; not part of the version',
    { isHidden: true },
  ),
};

// True because a literal without a spread has exactly the keys of its type.
const operators = Object.keys(stopOperators) as readonly StopOperator[];

const conditionShape = record('stop condition', {
  step_definition_uuid: required(nonEmptyText, 'the uuid of the step whose output is checked', {
    title: 'Output of',
  }),
  extraction_json_path: required(
    text,
    'the JSONPath of the value in that output, for example $.a',
    { title: 'JSONPath of the value' },
  ),
  operator: required(choice(...operators), 'how the value is compared'),
  target_value: required(any, 'what it is compared with', { title: 'Compare with' }),
});

export const stepTypes = ['custom_llm', 'custom_agent', 'stop_checker'] as const;

export type StepType = (typeof stepTypes)[number];

const type = required(choice(...stepTypes), 'what kind of step it is', { isHidden: true });

/** One entry per kind of step, in the order in which editors offer them. */
export const pipelineSteps = {
  custom_llm: {
    name: 'Model call',
    summary: 'One prompt, one answer',
    keywords: ['ai', 'llm', 'prompt', 'gpt', 'claude', 'completion', 'chat'],
    palette: { group: 'Think', family: 'agent' },
    config: record('LLM step', {
      type,
      ...modelStep,
      schema: optional(jsonSchema, 'the JSON schema of the answer, which is then parsed'),
    }),
  },
  custom_agent: {
    name: 'Agent',
    summary: 'A prompt with tools',
    keywords: ['ai', 'assistant', 'llm', 'mcp', 'tools', 'gpt', 'claude'],
    palette: { group: 'Think', family: 'agent' },
    config: record('agent step', {
      type,
      ...modelStep,
      tools: optional(
        dictionary(openObject),
        'the tools by "<server>-<tool>", each with "enabled": true or false',
      ),
      max_turns: optional(integer(1), 'the maximum number of model calls; default 10', {
        affects: 'nothing',
      }),
    }),
  },
  stop_checker: {
    name: 'Stop checker',
    summary: 'Stops the run when a condition holds',
    keywords: ['condition', 'if', 'filter', 'halt', 'exit', 'guard'],
    palette: { group: 'Flow', family: 'logic' },
    config: record('stop checker', {
      type,
      ...anyStep,
      stop_conditions: required(
        list(conditionShape),
        'the conditions; any of them stops the workflow',
      ),
    }),
  },
} satisfies Readonly<Record<StepType, NodeEntry>>;

/** The keys of a step of unknown type. */
export const unknownStepShape = record('step', { type, ...anyStep });

const triggerShape = record('trigger', {
  uuid: optional(nonEmptyText, 'its own id'),
  workflow_uuid: optional(nullable(text), 'the workflow that it starts'),
  trigger_type_id: optional(choice(...triggerTypes), 'what starts runs; default manual', {
    unset: 'manual',
  }),
  config: optional(openObject, 'settings of its type, such as "cron" and "timezone"'),
  filter_rules: optional(openObject, 'which deliveries start a run; default: all'),
  initial_data_description: optional(nullable(text), 'a description of the data of a delivery'),
  ...bookkeeping,
});

export const pipelineShape = record('pipeline', {
  uuid: optional(nonEmptyText, 'the id of the workflow'),
  id: optional(nonEmptyText, 'the same under the name of other formats; "uuid" takes precedence'),
  name: advised(text, 'the display name'),
  description: optional(text, 'what it is for'),
  is_active: optional(boolean, 'whether its trigger starts runs; default true'),
  trigger: optional(nullable(triggerShape), 'what starts runs automatically'),
  trigger_uuid: optional(nullable(text), 'the id of the trigger'),
  steps: required(list(openObject), 'the steps, in this order'),
  policy: optional(record('policy', policyFields), 'limits and what happens on failures'),
  template_id: optional(nullable(text), 'the template that it was made from'),
  template_version: optional(nullable(text), 'the version of that template'),
  $schema: optional(text, 'the JSON schema that editors check the file against'),
  ...bookkeeping,
});
