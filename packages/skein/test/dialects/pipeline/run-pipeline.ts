// Pipelines on the real engine.
import type { Json, JsonObject } from '@skein/kernel';
import { expect } from 'vitest';
import { createEngine, type CreateEngineOptions } from '../../../src/index.ts';

export const id = (n: number) => `6f0c1d3e-52a4-4b8e-9a57-${String(n).padStart(12, '0')}`;

export const output = (n: number) => `<<step_output.${id(n)}>>`;

export const llm = (n: number, system_prompt: string) => ({
  uuid: id(n),
  name: `Step ${n}`,
  type: 'custom_llm',
  model: 'm',
  system_prompt,
});

export const pipeline = (...steps: readonly JsonObject[]) => ({
  uuid: id(0),
  name: 'Test',
  user_id: 'u',
  steps,
});

export interface Shown {
  readonly status: string;
  readonly trigger_output: { readonly uuid: string } | null;
  readonly step_instances: readonly (JsonObject & { readonly messages: readonly JsonObject[] })[];
}

export async function run(definition: object, input?: Json, options: CreateEngineOptions = {}) {
  const engine = await createEngine(options);
  try {
    const given = input === undefined ? {} : { input };
    const { id: started } = await engine.runs.start(definition, given);
    const result = await engine.runs.settled(started);
    return { result, view: (await engine.runs.view(started, 'pipeline')) as unknown as Shown };
  } finally {
    await engine.close();
  }
}

/** The system prompts that the steps were given. */
export const promptsOf = ({ step_instances }: Shown) =>
  step_instances.map(({ input_data }) => (input_data as JsonObject | null)?.['system_prompt']);

export const anyId = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;

export const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;

/** What every completed step of a run says. */
export const completedStep = (run: string) => ({
  uuid: anyId,
  user_id: 'u',
  workflow_instance_uuid: run,
  status: 'completed',
  started_at: anyTime,
  finished_at: anyTime,
  error_message: null,
  created_at: anyTime,
});
