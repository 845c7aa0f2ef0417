// The messages of a step
// The system prompt and the fixed sentence, then what the model and its tools said, as the journal has it.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { textOrEmpty } from '../read/read-steps.ts';
import type { StepExecution } from './step-execution.ts';

export function stepMessages({ config, recorded }: StepExecution): readonly JsonObject[] {
  if (config === null) return [];
  const system = ownValue(config, 'system');
  const prompt = ownValue(config, 'prompt');
  return [
    ...(typeof system === 'string' ? [{ role: 'system', content: system }] : []),
    ...(typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : []),
    ...recorded.flatMap(toMessage),
  ];
}

function toMessage(value: Json): readonly JsonObject[] {
  // What happened inside a call belongs to the call.
  if (!isObject(value) || Object.hasOwn(value, 'inside')) return [];
  if (ownValue(value, 'type') === 'tool') return [toolMessage(value)];
  const toolCalls = ownValue(value, 'toolCalls');
  return Array.isArray(toolCalls) ? [assistantMessage(value, toolCalls as readonly Json[])] : [];
}

function assistantMessage(reply: JsonObject, toolCalls: readonly Json[]): JsonObject {
  return {
    role: 'assistant',
    content: textOrEmpty(reply, 'text'),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.filter(isObject).map(toToolCall) }),
  };
}

/** Arguments are a JSON text in this form. */
function toToolCall(call: JsonObject): JsonObject {
  const args = ownValue(call, 'arguments') ?? {};
  return {
    id: textOrEmpty(call, 'id'),
    type: 'function',
    function: { name: textOrEmpty(call, 'name'), arguments: JSON.stringify(args) },
  };
}

function toolMessage(tool: JsonObject): JsonObject {
  const error = ownValue(tool, 'error');
  const content = error === undefined ? (ownValue(tool, 'result') ?? null) : { error };
  return {
    role: 'tool',
    content: typeof content === 'string' ? content : JSON.stringify(content),
    tool_call_id: textOrEmpty(tool, 'callId'),
    name: textOrEmpty(tool, 'name'),
  };
}
