// A conversation, from the side of the one who is asked
// Providers know two sides only: the model's own, and the other. In a conversation of several agents the asked one is on its own
// side alone; the others are on the other side and are named, so that it can tell who said what.
//
// S1. Messages stay one by one and in order: sessions count them.
// S2. The last message is never on the own side: models take that for the beginning of their answer, and current ones refuse it.
// S3. Calls belong to whoever made them. Results of the own calls stay results; those of others are told in words, because a
//     provider refuses a result without its call.
import type { ModelMessage } from '@skein/ports';
import { messageText } from './message-text.ts';

/** `speaker`: the name under which the asked one speaks. Messages without a name are its own. */
export function seenBy(
  speaker: string,
  messages: readonly ModelMessage[],
): readonly ModelMessage[] {
  const callers = new Map<string, string>();
  const seen = messages.map((message): ModelMessage => {
    const { role, name = speaker, toolCalls = [], toolCallId = '' } = message;
    if (role === 'assistant') {
      for (const { id } of toolCalls) callers.set(id, name);
      return name === speaker ? message : { role: 'user', content: wordsOf(name, message) };
    }
    const caller = role === 'tool' ? (callers.get(toolCallId) ?? speaker) : speaker;
    return caller === speaker ? message : { role: 'user', content: resultOf(caller, message) };
  });
  return seen.at(-1)?.role === 'assistant' ? [...seen, goOn] : seen;
}

const goOn: ModelMessage = { role: 'user', content: 'Go on.' };

function wordsOf(name: string, { content, toolCalls = [] }: ModelMessage): string {
  const text = messageText(content);
  const calls = toolCalls.map(
    (call) => `[${name}] called the tool ${call.name} with ${JSON.stringify(call.arguments)}`,
  );
  const said = text.trim() === '' && calls.length > 0 ? [] : [`[${name}] said: ${text}`];
  return [...said, ...calls].join('\n\n');
}

function resultOf(caller: string, { name = 'tool', content }: ModelMessage): string {
  return `[${caller}] got from the tool ${name}: ${messageText(content)}`;
}
