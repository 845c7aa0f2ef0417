import type { JsonObject } from '@skein/kernel';
import {
  argumentsText,
  eventOf,
  halves,
  itemsAt,
  prefillRefused,
  unpaired,
  type FakeReply,
  type WireFormat,
} from './fake-reply.ts';

/** OpenAI's Responses. */
export const wireResponses: WireFormat = {
  matches: (path) => path.endsWith('/responses'),
  refusal: (body) => {
    const items = itemsAt(body, 'input');
    if (items.at(-1)?.['role'] === 'assistant') return prefillRefused;
    // Calls before the previous response are only known there.
    if (body['previous_response_id'] !== undefined) return undefined;
    return unpaired(
      items.flatMap(({ type, call_id: id = null }) => (type === 'function_call' ? [id] : [])),
      items.flatMap(({ type, call_id: id = null }) =>
        type === 'function_call_output' ? [id] : [],
      ),
    );
  },
  pieces: ({ text, toolCalls, usage, thought, searched, finish }, { id, model }) => {
    let sequence = 0;
    const event = (type: string, rest: JsonObject) =>
      eventOf({ type, sequence_number: sequence++, ...rest }, type);
    return [
      event('response.created', { response: { id, object: 'response', created_at: 1, model } }),
      ...(thought === undefined ? [] : thoughtEvents(event, thought)),
      ...(searched === undefined ? [] : searchEvents(event, searched)),
      ...(text === '' ? [] : textEvents(event, text)),
      ...toolCalls.flatMap((call, place) => callEvents(event, call, place + 2)),
      event(finish === undefined ? 'response.completed' : 'response.incomplete', {
        response: {
          id,
          object: 'response',
          created_at: 1,
          model,
          incomplete_details: finish === undefined ? null : { reason: 'max_output_tokens' },
          usage: {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: usage.cached ?? 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
          },
        },
      }),
    ];
  },
};

type MakeEvent = (type: string, rest: JsonObject) => string;

function textEvents(event: MakeEvent, text: string): readonly string[] {
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' };
  return [
    event('response.output_item.added', { output_index: 1, item: { ...item, content: [] } }),
    ...halves(text).map((delta) =>
      event('response.output_text.delta', {
        item_id: 'msg_1',
        output_index: 1,
        content_index: 0,
        delta,
      }),
    ),
    event('response.output_item.done', {
      output_index: 1,
      item: { ...item, content: [{ type: 'output_text', text, annotations: [] }] },
    }),
  ];
}

function callEvents(
  event: MakeEvent,
  call: NonNullable<FakeReply['toolCalls']>[number],
  place: number,
): readonly string[] {
  const item = {
    type: 'function_call',
    id: `fc_${place}`,
    call_id: call.id,
    name: call.name,
    status: 'completed',
  };
  const text = argumentsText(call.arguments);
  return [
    event('response.output_item.added', {
      output_index: place,
      item: { ...item, arguments: '' },
    }),
    event('response.function_call_arguments.delta', {
      item_id: item.id,
      output_index: place,
      delta: text,
    }),
    event('response.output_item.done', { output_index: place, item: { ...item, arguments: text } }),
  ];
}

function thoughtEvents(
  event: MakeEvent,
  { signature }: NonNullable<FakeReply['thought']>,
): readonly string[] {
  const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: signature };
  return [
    event('response.output_item.added', { output_index: 0, item }),
    event('response.output_item.done', { output_index: 0, item }),
  ];
}

/** The search, as the provider's own tool. */
function searchEvents(event: MakeEvent, query: string): readonly string[] {
  const item = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
  return [
    event('response.output_item.added', { output_index: 0, item }),
    event('response.output_item.done', {
      output_index: 0,
      item: { ...item, action: { type: 'search', query } },
    }),
  ];
}
