// Where contexts begin, and what is put into them without a model.
import {
  isObject,
  nonEmptyTextAt,
  ownValue,
  type Json,
  type JsonObject,
  type Message,
} from '@skein/kernel';
import type { NodeBehaviour, NodeCall } from '@skein/ports';
import { badConfig } from '../../configs/read-config.ts';
import { contextNeeds } from './flow-needs.ts';

/** The settings of `main` are there from the start of the run: compiling has read them from the config. */
export const defaultContextStartNode: NodeBehaviour = {
  description: "Begins with the context main and the run's input.",
  run: ({ previous }) => passOn(previous),
  needs: contextNeeds,
};

/** Named after its node; when the node runs again, the conversation continues. */
export const newContextNode: NodeBehaviour = {
  description: 'Begins a context of its own.',
  run: ({ node, config, inputs }) => ({
    ...passOn(ownValue(inputs, 'data')),
    context: { use: node, set: settingsOf(config) },
  }),
  needs: contextNeeds,
};

export const injectMessagesNode: NodeBehaviour = {
  description: 'Adds messages to the history of its context.',
  run: (call) => ({ ports: { context: null }, context: { append: messagesOf(call) } }),
};

/** Without a value only the context is passed on. */
function passOn(data: Json | undefined) {
  return data === undefined
    ? { ports: { context: null } }
    : { value: data, ports: { context: null, data } };
}

function settingsOf(config: JsonObject): JsonObject {
  return Object.fromEntries(
    ['provider', 'model', 'systemInstructions'].flatMap((key) => {
      const value = nonEmptyTextAt(config, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

function messagesOf(call: NodeCall): readonly Message[] {
  const messages = ownValue(call.config, 'messages');
  if (!Array.isArray(messages)) throw badConfig(call, ['messages'], '"messages" must be a list');
  return messages.map((message: Json) => {
    const role = isObject(message) ? ownValue(message, 'role') : undefined;
    const content = isObject(message) ? ownValue(message, 'content') : undefined;
    if (typeof role !== 'string' || typeof content !== 'string')
      throw badConfig(call, ['messages'], '"messages": each needs "role" and "content"');
    return { role, content };
  });
}
