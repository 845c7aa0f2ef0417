import type { ModelMessage } from '@skein/ports';
import type { RecordedModel } from './recorded-steps.ts';

/** A reply in the form that models and contexts take. */
export function toMessage({
  text,
  toolCalls,
  original,
}: Pick<RecordedModel, 'text' | 'toolCalls' | 'original'>): ModelMessage {
  if (toolCalls.length === 0) return { role: 'assistant', content: text };
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({ id, name, arguments: args }));
  return {
    role: 'assistant',
    content: text,
    toolCalls: calls,
    ...(original !== undefined && { original }),
  };
}
