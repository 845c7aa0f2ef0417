import type { JsonObject } from '@skein/kernel';
import {
  argumentsText,
  eventOf,
  halves,
  itemsAt,
  prefillRefused,
  type WireFormat,
} from './fake-reply.ts';

/** Google's Interactions, which keep the conversation. */
export const wireInteractions: WireFormat = {
  matches: (path) => path.endsWith('/interactions'),
  refusal: (body) =>
    itemsAt(body, 'input').at(-1)?.['type'] === 'model_output' ? prefillRefused : undefined,
  pieces: ({ text, toolCalls, usage }, { id, model }) => {
    const event = (type: string, rest: JsonObject) => eventOf({ event_type: type, ...rest }, type);
    const status = toolCalls.length > 0 ? 'requires_action' : 'completed';
    let index = -1;
    const step = (begin: JsonObject, deltas: readonly JsonObject[]) => {
      index++;
      return [
        event('step.start', { index, step: begin }),
        ...deltas.map((delta) => event('step.delta', { index, delta })),
        event('step.stop', { index }),
      ];
    };
    return [
      event('interaction.created', { interaction: { id, model, status: 'in_progress' } }),
      ...(text === ''
        ? []
        : step(
            { type: 'model_output', content: [] },
            halves(text).map((half) => ({ type: 'text', text: half })),
          )),
      ...toolCalls.flatMap((call) =>
        step({ type: 'function_call', id: call.id, name: call.name, arguments: {} }, [
          { type: 'arguments_delta', arguments: argumentsText(call.arguments) },
        ]),
      ),
      event('interaction.completed', {
        interaction: {
          id,
          status,
          usage: {
            total_input_tokens: usage.input,
            total_output_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        },
      }),
    ];
  },
};
