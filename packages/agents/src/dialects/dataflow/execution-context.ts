// The execution context of a dataflow node
// What functions of this dialect see of a conversation, and what of it they may change. A function gets a copy, and what it
// returns is compared with that copy: only appended messages and new settings count, and what others have added meanwhile stays.
import { isObject, nonEmptyTextAt, type ContextChange, type Json } from '@skein/kernel';
import type { NodeIo } from '@skein/ports';
import { failureError } from '../../failure-error.ts';

export interface DataflowContext {
  contextId: string;
  provider: string;
  model: string;
  systemInstructions?: string;
  messageHistory: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** The same as `contextId`. */
  sessionId: string;
  /** The newest text that a person or a model has given in this context. */
  currentOutput: string;
}

const settingKeys = ['provider', 'model', 'systemInstructions', 'currentOutput'] as const;

export function readContext(io: NodeIo, id?: string): DataflowContext {
  const { id: contextId, messages, settings } = io.context(id);
  const systemInstructions = nonEmptyTextAt(settings, 'systemInstructions');
  return {
    contextId,
    provider: nonEmptyTextAt(settings, 'provider') ?? '',
    model: nonEmptyTextAt(settings, 'model') ?? '',
    ...(systemInstructions === undefined ? {} : { systemInstructions }),
    // Only node functions write to a context, in this very form.
    messageHistory: messages.map((message) => ({
      ...message,
    })) as unknown as DataflowContext['messageHistory'],
    sessionId: contextId,
    currentOutput: nonEmptyTextAt(settings, 'currentOutput') ?? '',
  };
}

/** What the returned context adds to the one that the function knew. */
export function contextChange(known: DataflowContext, after: DataflowContext): ContextChange {
  if (!keepsHistory(known, after)) throw rewritten(known.contextId);
  const set: { [key: string]: Json } = {};
  for (const key of settingKeys) {
    const value = after[key];
    if (value !== undefined && value !== (known[key] ?? '')) set[key] = value;
  }
  const added = after.messageHistory.slice(known.messageHistory.length);
  if (!added.every(isMessage)) throw unreadable(known.contextId);
  const append = added.map(({ role, content }) => ({ role, content }));
  return {
    ...(append.length === 0 ? {} : { append }),
    ...(Object.keys(set).length === 0 ? {} : { set }),
  };
}

export function keepsHistory(known: DataflowContext, after: DataflowContext): boolean {
  return known.messageHistory.every(({ role, content }, place) => {
    const message = after.messageHistory[place];
    return message?.role === role && message.content === content;
  });
}

const roles: readonly unknown[] = ['system', 'user', 'assistant'];

/** No model takes another role. Content with images is a list of parts. */
function isMessage(message: unknown): boolean {
  if (!isObject(message)) return false;
  const { role, content } = message;
  return roles.includes(role) && (typeof content === 'string' || Array.isArray(content));
}

function unreadable(contextId: string): Error {
  return badResult(
    `The function has added something to the context "${contextId}" that is no message. Add { role: "system" | "user" | "assistant", content: a text }.`,
  );
}

/** As the engine refuses results that are not JSON. */
export function badResult(message: string): Error {
  return Object.assign(new TypeError(message), { code: 'BAD_RESULT', retry: 'never' });
}

function rewritten(contextId: string): Error {
  return failureError({
    code: 'CONTEXT_REWRITTEN',
    message: `The function has changed or removed messages of the context "${contextId}". A history only grows: add messages after the others.`,
    retry: 'never',
    data: { context: contextId },
  });
}
