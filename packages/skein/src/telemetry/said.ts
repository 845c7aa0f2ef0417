// Messages in the form of the conventions, as texts of JSON; only where content is switched on.
import type { Attributes } from '@opentelemetry/api';
import type { ModelMessage, ModelReply, ModelRequest } from '@skein/ports';

/** What collectors take of one attribute. */
const textMax = 32_768;

export function shortText(text: string, max = 200): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

export function inputMessages({ system, messages }: ModelRequest): Attributes {
  return {
    'gen_ai.input.messages': textOf(messages.map(messageOf)),
    ...(system === undefined
      ? {}
      : { 'gen_ai.system_instructions': textOf([{ type: 'text', content: system }]) }),
  };
}

/** Why the model stopped. */
export function finishOf({ toolCalls, finish }: ModelReply): string {
  return finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop');
}

export function outputMessages(reply: ModelReply): Attributes {
  const { text, toolCalls } = reply;
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({
    type: 'tool_call',
    id,
    name,
    arguments: args,
  }));
  const said = text === '' ? [] : [{ type: 'text', content: text }];
  return {
    'gen_ai.output.messages': textOf([
      { role: 'assistant', parts: [...said, ...calls], finish_reason: finishOf(reply) },
    ]),
  };
}

function messageOf({ role, content, toolCalls = [], toolCallId }: ModelMessage): object {
  if (role === 'tool') {
    return { role, parts: [{ type: 'tool_call_response', id: toolCallId, response: content }] };
  }
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({
    type: 'tool_call',
    id,
    name,
    arguments: args,
  }));
  return { role, parts: [{ type: 'text', content }, ...calls] };
}

export function textOf(value: unknown): string {
  return shortText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), textMax);
}
