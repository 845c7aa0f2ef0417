// One step as a native node
import {
  escapeTemplate,
  isObject,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
  type WorkflowNode,
} from '@skein/kernel';
import { pickOwn } from '../../json/pick-own.ts';
import { conditionsOf } from '../check/check-conditions.ts';
import { compilePrompt, reference, referredOutputs } from './compile-prompt.ts';
import { agentType, checkerType } from '../shape/pipeline-kinds.ts';
import { textOrEmpty, type Step } from '../read/read-steps.ts';

/** What every step says to its model; what is to be done is in the system prompt. */
export const userMessage = 'Proceed as instructed.';

export const maxTurnsDefault = 10;

/** `last` is the newest step before this one that has an output. */
export function compileStep(step: Step, last: Step | null): WorkflowNode {
  const name = textOrEmpty(step.written, 'name');
  const description = textOrEmpty(step.written, 'description');
  return {
    id: step.uuid,
    ...typeAndConfig(step, last),
    ...(name !== '' && { name }),
    ...(description !== '' && { description }),
    join: 'each',
  };
}

function typeAndConfig(step: Step, last: Step | null): Pick<WorkflowNode, 'type' | 'config'> {
  switch (step.type) {
    case 'custom_agent':
      return { type: agentType, config: agentConfig(step) };
    case 'stop_checker':
      return { type: checkerType, config: checkerConfig(step, last) };
    case 'custom_llm':
    case null:
      return { type: 'llm', config: llmConfig(step) };
  }
}

function llmConfig({ written }: Step): JsonObject {
  const system = compilePrompt(textOrEmpty(written, 'system_prompt'), 'markdown');
  return {
    ...modelOf(written),
    system,
    prompt: userMessage,
    ...pickOwn(written, 'schema'),
  };
}

function agentConfig({ written }: Step): JsonObject {
  const prompt = textOrEmpty(written, 'system_prompt');
  const outputs = referredOutputs(prompt);
  const maxTurns = ownValue(written, 'max_turns');
  return {
    ...modelOf(written),
    system: compilePrompt(prompt, 'brief'),
    prompt: userMessage,
    tools: ownValue(written, 'tools') ?? {},
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(outputs.length > 0 && { outputs }),
  };
}

/** A model whose name contains a reference would differ in every run. */
function modelOf(written: JsonObject): JsonObject {
  const model = textOrEmpty(written, 'model');
  return model === '' ? {} : { model: escapeTemplate(model) };
}

function checkerConfig(step: Step, last: Step | null): JsonObject {
  const conditions = conditionsOf(step);
  const outputs: { [uuid: string]: Json } = {};
  for (const condition of conditions) {
    const uuid = isObject(condition) ? textOrEmpty(condition, 'step_definition_uuid') : '';
    const status = `\${[${JSON.stringify(uuid)}].status}`;
    // A default keeps a missing output from failing the step; the status distinguishes it from an empty text.
    if (uuid !== '') setOwn(outputs, uuid, { status, value: reference(uuid, '|') });
  }
  return {
    conditions,
    outputs,
    ...(last !== null && { result: reference(last.uuid) }),
  };
}
