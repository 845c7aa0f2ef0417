// Conversations
// Messages of a context are the model's messages in the form of JSON.
import type { JsonObject, Message } from '@skein/kernel';
import type { ModelMessage, NodeIo } from '@skein/ports';

/** The messages of the named context, which need not be the one that this activation came with. */
export function historyOf(io: NodeIo, id: string): readonly ModelMessage[] {
  const context = io.context(id);
  return context.id === id ? context.messages.map(fromContextMessage) : [];
}

function fromContextMessage(message: JsonObject): ModelMessage {
  // Contexts are written by node functions only, in this very form.
  return message as unknown as ModelMessage;
}

export function toContextMessage(message: ModelMessage): Message {
  // Its parts are JSON; only their types are narrower.
  return message as unknown as Message;
}
