import type { JsonObject } from '@skein/kernel';
import {
  argumentsText,
  eventOf,
  halves,
  itemsAt,
  prefillRefused,
  unpaired,
  type WireFormat,
} from './fake-reply.ts';

/** Anthropic's Messages. */
export const wireMessages: WireFormat = {
  matches: (path) => path.endsWith('/messages'),
  refusal: (body) => {
    const messages = itemsAt(body, 'messages');
    if (messages.at(-1)?.['role'] === 'assistant') return prefillRefused;
    const parts = messages.flatMap((message) => itemsAt(message, 'content'));
    return unpaired(
      parts.flatMap(({ type, id = null }) => (type === 'tool_use' ? [id] : [])),
      parts.flatMap(({ type, tool_use_id: id = null }) => (type === 'tool_result' ? [id] : [])),
    );
  },
  pieces: ({ text, toolCalls, usage, thought, searched, finish }, { id, model }) => {
    const event = (type: string, rest: JsonObject) => eventOf({ type, ...rest }, type);
    let index = -1;
    const block = (begin: JsonObject, deltas: readonly JsonObject[]) => {
      index++;
      return [
        event('content_block_start', { index, content_block: begin }),
        ...deltas.map((delta) => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ];
    };
    return [
      event('message_start', {
        message: {
          id,
          type: 'message',
          role: 'assistant',
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: usage.input,
            output_tokens: 0,
            cache_read_input_tokens: usage.cached ?? 0,
          },
        },
      }),
      ...(thought === undefined
        ? []
        : block({ type: 'thinking', thinking: '', signature: '' }, [
            { type: 'thinking_delta', thinking: thought.text },
            { type: 'signature_delta', signature: thought.signature },
          ])),
      ...(searched === undefined ? [] : searchBlocks(searched).flatMap((each) => block(...each))),
      ...(text === ''
        ? []
        : block(
            { type: 'text', text: '' },
            halves(text).map((half) => ({ type: 'text_delta', text: half })),
          )),
      ...toolCalls.flatMap((call) =>
        block({ type: 'tool_use', id: call.id, name: call.name, input: {} }, [
          { type: 'input_json_delta', partial_json: argumentsText(call.arguments) },
        ]),
      ),
      event('message_delta', {
        delta: {
          stop_reason:
            finish === undefined ? (toolCalls.length > 0 ? 'tool_use' : 'end_turn') : 'max_tokens',
          stop_sequence: null,
        },
        usage: { output_tokens: usage.output },
      }),
      event('message_stop', {}),
    ];
  },
};

/** The search, as the provider's own tool, and what it found. */
function searchBlocks(query: string): readonly [JsonObject, readonly JsonObject[]][] {
  const [id, name] = ['srvtoolu_1', 'web_search'];
  const page = { type: 'web_search_result', url: 'https://example.com/', title: 'A page' };
  const found = [{ ...page, encrypted_content: 'c2VhbGVk', page_age: null }];
  return [
    [
      { type: 'server_tool_use', id, name, input: {} },
      [{ type: 'input_json_delta', partial_json: JSON.stringify({ query }) }],
    ],
    [{ type: 'web_search_tool_result', tool_use_id: id, content: found }, []],
  ];
}
