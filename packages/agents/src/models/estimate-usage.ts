import type { ModelReply, ModelRequest } from '@skein/ports';
import { messageText, saidIn } from './message-text.ts';

/** The rule of thumb for English; exact counts need a model's own tokenizer. */
const charactersPerToken = 4;

export function estimateUsage(
  { system, messages }: ModelRequest,
  { text, toolCalls }: Omit<ModelReply, 'usage'>,
): ModelReply['usage'] {
  let input = (system ?? '').length;
  for (const message of messages) input += saidIn(message).length;
  let output = text.length;
  for (const call of toolCalls) output += call.name.length + messageText(call.arguments).length;
  return {
    input: Math.ceil(input / charactersPerToken),
    output: Math.ceil(output / charactersPerToken),
    usd: 0,
  };
}
