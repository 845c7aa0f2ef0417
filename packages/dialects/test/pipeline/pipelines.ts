// Pipelines to test with.
import type { Json, JsonObject } from '@skein/kernel';

/** A UUID that ends in this number. */
export function uuid(n: number): string {
  return `6f0c1d3e-52a4-4b8e-9a57-${String(n).padStart(12, '0')}`;
}

export function llm(n: number, system_prompt = 'Read <<trigger_output>>', more: JsonObject = {}) {
  return {
    uuid: uuid(n),
    name: `Step ${n}`,
    type: 'custom_llm',
    model: 'm',
    system_prompt,
    ...more,
  };
}

export function agent(n: number, system_prompt = 'Read <<trigger_output>>', more: JsonObject = {}) {
  return { ...llm(n, system_prompt), type: 'custom_agent', tools: {}, ...more };
}

export function checker(n: number, ...stop_conditions: readonly Json[]) {
  return { uuid: uuid(n), name: `Step ${n}`, type: 'stop_checker', stop_conditions };
}

export function condition(n: number, more: JsonObject = {}): JsonObject {
  return {
    step_definition_uuid: uuid(n),
    extraction_json_path: '$.spam',
    operator: 'equals',
    target_value: true,
    ...more,
  };
}

export function pipelineOf(...steps: readonly Json[]) {
  return {
    uuid: uuid(0),
    name: 'Test',
    description: 'For a test.',
    is_active: true,
    trigger: null,
    steps,
  };
}
