// What is asked, as data
// The same for the node that asks and the model that is asked, so that a recorded answer is found by its request. It leaves out
// what does not change the request: who waits for it, ids of calls and contexts, provider sessions, original provider messages.
import type { Json, JsonObject } from '@skein/kernel';
import type { ModelMessage, ModelRequest } from '@skein/ports';
import { pickModelSettings } from '../configs/model-settings.ts';
import type { RecordedToolCall } from './recorded-steps.ts';

/** `model`: the name as the node gave it. */
export function modelAsk(
  model: string | undefined,
  request: Omit<ModelRequest, 'signal'>,
): JsonObject {
  const { caller, system, messages, tools, schema } = request;
  const { node, agent } = caller;
  const ask = {
    type: 'model',
    node,
    agent,
    model,
    system,
    messages: messages.map(withoutOriginal),
    tools,
    schema,
    ...pickModelSettings(request),
  };
  // As it would be in a file: without the keys that are undefined.
  return JSON.parse(JSON.stringify(ask)) as JsonObject;
}

function withoutOriginal(message: ModelMessage): Omit<ModelMessage, 'original'> {
  const { original: _, ...rest } = message;
  return rest;
}

export function toolAsk(
  node: string,
  { name, arguments: args }: Pick<RecordedToolCall, 'name' | 'arguments'>,
): { readonly [key: string]: Json } {
  return { type: 'tool', node, name, arguments: args };
}
