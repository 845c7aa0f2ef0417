// One execution of a step, in the model of its type
import { isObject, ownValue, toIsoTime, type Json, type JsonObject } from '@skein/kernel';
import { contentUuid } from '../read/content-uuid.ts';
import { outputData } from './output-data.ts';
import { agentType, checkerType } from '../shape/pipeline-kinds.ts';
import type { OpenQuestion, StepExecution } from './step-execution.ts';
import { stepMessages } from './step-messages.ts';

export interface InstanceOwner {
  readonly run: string;
  readonly userId: Json;
}

export function stepInstance(execution: StepExecution, owner: InstanceOwner): JsonObject {
  const { node } = execution;
  switch (node.type) {
    case checkerType:
      return {
        ...anyInstance(execution, owner),
        checker_definition_uuid: node.id,
        input_data: checkerInput(execution),
      };
    case agentType:
    case 'agent':
      return {
        ...anyInstance(execution, owner),
        agent_definition_uuid: node.id,
        ...conversation(execution),
      };
    case 'llm':
      return {
        ...anyInstance(execution, owner),
        llm_definition_uuid: node.id,
        ...conversation(execution),
      };
    // Nodes of other dialects, under the name that the tables of this one have for any step.
    default:
      return {
        ...anyInstance(execution, owner),
        step_definition_uuid: node.id,
        ...conversation(execution),
      };
  }
}

function anyInstance(execution: StepExecution, { run, userId }: InstanceOwner): JsonObject {
  const { node, activation, status, createdAt, startedAt, finishedAt, error, waiting } = execution;
  const instance = {
    uuid: contentUuid(['step instance', run, node.id, activation]),
    user_id: userId,
    workflow_instance_uuid: run,
    status,
    started_at: time(startedAt),
    finished_at: time(finishedAt),
    error_message: error ?? interruption(execution),
    created_at: toIsoTime(createdAt),
  };
  return waiting === null ? instance : { ...instance, waiting_for: question(waiting) };
}

/** Where a person learns why the step does not continue, and what can be answered. */
function question({ wait, question: asked }: OpenQuestion): JsonObject {
  const { kind, prompt = null, data = null, schema = null } = asked;
  return { wait_uuid: wait, kind, prompt, data, schema };
}

/** A call that must not be made twice was cut off by a crash: the step has not failed, and does not go on by itself. */
function interruption({ waiting }: StepExecution): string | null {
  if (waiting?.question.kind !== 'outcome') return null;
  const { data = null } = waiting.question;
  const name = isObject(data) ? ownValue(data, 'name') : undefined;
  const call = typeof name === 'string' ? `the call of "${name}"` : 'a call';
  return `The process ended during ${call}, which must not be repeated, and it is not known whether it took effect. Find out, then answer the wait ${waiting.wait}: { "action": "retry" } calls it again, { "action": "result", "result": … } gives its result, { "action": "fail" } gives it up.`;
}

function conversation(execution: StepExecution): JsonObject {
  const { config, output } = execution;
  const system = config === null ? undefined : ownValue(config, 'system');
  return {
    messages: stepMessages(execution),
    input_data: system === undefined ? null : { system_prompt: system },
    output: output === null ? null : outputData(output, output.value),
  };
}

/** The conditions as written, each with what was found for it. */
function checkerInput({ config, recorded }: StepExecution): Json {
  const written = config === null ? undefined : ownValue(config, 'conditions');
  if (!Array.isArray(written)) return null;
  const [results] = recorded;
  const found: readonly Json[] = Array.isArray(results) ? (results as readonly Json[]) : [];
  const conditions = written.map((condition: Json, i) => {
    const result = found[i];
    if (!isObject(condition) || result === undefined || !isObject(result)) return condition;
    return { ...condition, ...result };
  });
  return { conditions };
}

function time(at: number | null): string | null {
  return at === null ? null : toIsoTime(at);
}
