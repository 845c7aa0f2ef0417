// The conversation of a graph
// One list of messages in the run's main context, shared by all agents.
import {
  isObject,
  ownValue,
  textOf,
  type Json,
  type JsonObject,
  type Message,
} from '@skein/kernel';
import { withoutRouting } from './read-choice.ts';

export function userMessage(content: string): Message {
  return { role: 'user', content };
}

/** The run's input opens the conversation. The first agent to speak adds it; without input nothing is added. */
export function openingOf(
  messages: readonly JsonObject[],
  input: Json | undefined,
): readonly Message[] {
  if (messages.length > 0 || input === undefined || input === '') return [];
  return [userMessage(textOf(input))];
}

/** The newest non-empty text of an agent that says more than who is next: the output of the run if it ended now. */
export function lastAnswer(messages: readonly JsonObject[]): string {
  for (const message of messages.toReversed()) {
    if (ownValue(message, 'role') !== 'assistant') continue;
    const answer = withoutRouting(contentOf(message));
    if (answer.trim() !== '') return answer;
  }
  return '';
}

function contentOf(message: JsonObject): string {
  const content = ownValue(message, 'content');
  return typeof content === 'string' ? content : '';
}

export interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/** The unanswered calls of the newest message that has calls. */
export function openCalls(messages: readonly JsonObject[]): readonly OpenCall[] {
  const at = messages.findLastIndex((message) => callsOf(message).length > 0);
  const answered = new Set(
    messages.slice(at + 1).map((message) => ownValue(message, 'toolCallId')),
  );
  return at === -1 ? [] : callsOf(messages[at] ?? {}).filter(({ id }) => !answered.has(id));
}

function callsOf(message: JsonObject): readonly OpenCall[] {
  const calls = ownValue(message, 'toolCalls');
  if (!Array.isArray(calls)) return [];
  return (calls as readonly Json[]).flatMap((call) => {
    const id = isObject(call) ? ownValue(call, 'id') : undefined;
    const name = isObject(call) ? ownValue(call, 'name') : undefined;
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
  });
}

export function answerCall({ id, name }: OpenCall, content: string): Message {
  return { role: 'tool', toolCallId: id, name, content };
}
