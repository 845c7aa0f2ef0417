import { checkJsonSchema } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { pipeline } from '../../src/index.ts';
import { agent, checker, condition, llm, pipelineOf } from './pipelines.ts';

const check = (definition: Json) => checkJsonSchema(pipeline.schema(), definition);

describe('the JSON schema of a pipeline', () => {
  it('[PL13] accepts what the check accepts', () => {
    const definition = {
      ...pipelineOf(llm(1), agent(2, 'x', { max_turns: 2 }), checker(3, condition(1))),
      user_id: null,
      trigger: { trigger_type_id: 'schedule', config: { cron: '0 7 * * *' }, filter_rules: {} },
    };
    expect(check(definition)).toEqual({ result: 'fits' });
  });

  it.each<[string, JsonObject]>([
    ['a misspelled key', { ...llm(1), sytem_prompt: '' }],
    ['tools of an LLM step', { ...llm(1), tools: {} }],
    ['a step without a prompt', { name: 'a', type: 'custom_llm', model: 'm' }],
    ['a type that is none', { ...llm(1), type: 'custom_lm' }],
    ['an operator that is none', checker(1, condition(1, { operator: 'like' }))],
    ['a condition without a path', checker(1, { step_definition_uuid: 'a' })],
  ])('[PL13] refuses %s', (_name, step) => {
    expect(check(pipelineOf(step))).toMatchObject({ result: 'misfit' });
  });
});
