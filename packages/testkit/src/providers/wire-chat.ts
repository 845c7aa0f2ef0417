import type { Json, JsonObject } from '@skein/kernel';
import {
  argumentsText,
  eventOf,
  halves,
  itemsAt,
  prefillRefused,
  unpaired,
  type WireFormat,
} from './fake-reply.ts';

/** Chat Completions: OpenAI's older API, and that of servers compatible with it. */
export const wireChat: WireFormat = {
  matches: (path) => path.endsWith('/chat/completions'),
  refusal: (body) => {
    const messages = itemsAt(body, 'messages');
    if (messages.at(-1)?.['role'] === 'assistant') return prefillRefused;
    return unpaired(
      messages.flatMap((message) => itemsAt(message, 'tool_calls')).map(({ id }) => id ?? null),
      messages.flatMap(({ role, tool_call_id: id = null }) => (role === 'tool' ? [id] : [])),
    );
  },
  pieces: ({ text, toolCalls, usage, finish }, { id, model }) => {
    const chunk = (rest: JsonObject) =>
      eventOf({ id, object: 'chat.completion.chunk', created: 1, model, ...rest });
    const delta = (delta: JsonObject, reason: Json = null) =>
      chunk({ choices: [{ index: 0, delta, finish_reason: reason }] });
    return [
      ...halves(text).map((content) => delta({ role: 'assistant', content })),
      ...toolCalls.map((call, index) =>
        delta({
          tool_calls: [
            {
              index,
              id: call.id,
              type: 'function',
              function: { name: call.name, arguments: argumentsText(call.arguments) },
            },
          ],
        }),
      ),
      delta({}, finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop')),
      chunk({
        choices: [],
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
          completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
        },
      }),
      'data: [DONE]\n\n',
    ];
  },
};
