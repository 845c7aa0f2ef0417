import type { JsonObject } from '@skein/kernel';
import { rule, type BrokenDefinition, type Rule } from './broken-definition.ts';

const uuid = (last: number) => `6f1c0000-0000-4000-8000-00000000000${last}`;
const llm = (last: number, prompt: string, given: JsonObject = {}): JsonObject => ({
  uuid: uuid(last),
  name: `Step ${last}`,
  type: 'custom_llm',
  model: 'scripted',
  system_prompt: prompt,
  ...given,
});
const checker = (last: number, step: string, path = '$'): JsonObject => ({
  uuid: uuid(last),
  name: `Step ${last}`,
  type: 'stop_checker',
  stop_conditions: [
    {
      step_definition_uuid: step,
      extraction_json_path: path,
      operator: 'equals',
      target_value: 'x',
    },
  ],
});

function pipeline(
  given: Rule,
  steps: readonly JsonObject[],
  trigger: JsonObject | null = null,
): BrokenDefinition {
  return {
    ...given,
    dialect: 'pipeline',
    definition: { name: given.code, description: '', is_active: true, trigger, steps },
  };
}

const first = llm(1, 'Read <<trigger_output>>');

export const pipelineRules: readonly BrokenDefinition[] = [
  pipeline(rule('error', 'STEP_NOT_EARLIER', 'a prompt names an earlier step', { step: 0 }), [
    llm(1, `<<step_output.${uuid(2)}>>`),
    llm(2, `<<step_output.${uuid(1)}>>`),
  ]),
  pipeline(rule('error', 'STEP_UNKNOWN', 'a prompt names a known step', { step: 1 }), [
    first,
    llm(2, `<<step_output.${uuid(9)}>>`),
  ]),
  pipeline(rule('error', 'STEP_WITHOUT_OUTPUT', 'a checker has no output', { step: 2 }), [
    first,
    checker(2, uuid(1)),
    llm(3, `<<step_output.${uuid(2)}>>`),
  ]),
  pipeline(rule('error', 'STEP_UNKNOWN', 'a checker names a known step', { step: 1 }), [
    first,
    checker(2, uuid(9)),
  ]),
  pipeline(rule('error', 'ZONE_UNKNOWN', 'time zones exist', { step: 0 }), [
    llm(1, '<<trigger_output>> <<CURRENT_DATE.Mars/Olympus>>'),
  ]),
  pipeline(rule('error', 'DUPLICATE_NAME', 'names are used once', { step: 1 }), [
    first,
    { ...llm(2, `<<step_output.${uuid(1)}>>`), name: 'Step 1' },
  ]),
  pipeline(rule('warning', 'PLACEHOLDER_UNKNOWN', 'other placeholders stay text', { step: 0 }), [
    llm(1, '<<trigger_output>> <<nothing>>'),
  ]),
  pipeline(rule('warning', 'NOTHING_FLOWS_IN', 'outputs do not flow by themselves', { step: 1 }), [
    first,
    llm(2, 'Write something.'),
  ]),
  pipeline(rule('warning', 'NOT_A_UUID', 'ids are UUIDs', { step: 0 }), [
    { ...first, uuid: 'first' },
  ]),
  pipeline(rule('error', 'EMPTY_WORKFLOW', 'there are steps', 'workflow'), []),
  pipeline(rule('warning', 'TRIGGER_INCOMPLETE', 'a trigger can fire', 'workflow'), [first], {
    trigger_type_id: 'schedule',
    config: { cron: '' },
  }),
  {
    ...pipeline(rule('error', 'TOO_MANY_PLACEHOLDERS', 'prompts can be filled', { step: 0 }), [
      llm(1, '<<trigger_output>>'.repeat(10_001)),
    ]),
    isLarge: true,
  },
  {
    ...pipeline(rule('error', 'BAD_CONFIG', 'a checker can use its path', { step: 1 }), [
      first,
      checker(2, uuid(1), '$['),
    ]),
    isServers: true,
  },
];
