// Facts as chunks of a chat completion
// O1. What the run says is the content; what it does on the way is `reasoning_content`, which chat programs fold away.
// O2. A question ends the completion: the next message of the chat answers it.
import type { Json, JsonObject } from '@skein/api';
import { howToAnswer } from '../chats/spoken-answer.ts';
import type { AskedWait, Ending, PlacedFact } from '../facts/fact.ts';

export interface Delta {
  readonly content?: string;
  readonly reasoning_content?: string;
}

export function deltaOf(fact: PlacedFact): Delta | null {
  switch (fact.type) {
    case 'text':
      return fact.role === 'answer' ? { content: fact.text } : { reasoning_content: fact.text };
    case 'reasoning':
      return { reasoning_content: fact.text };
    case 'tool-call':
      return { reasoning_content: `\n${fact.name}(${short(fact.input)})\n` };
    case 'tool-result':
      return { reasoning_content: `${fact.name}: ${short(fact.output)}\n` };
    case 'tool-error':
      return { reasoning_content: `${fact.name} failed: ${fact.error}\n` };
    case 'retry':
      return { reasoning_content: `\nIt is tried again: ${fact.error}\n` };
    case 'step-started':
    case 'step-ended':
    case 'wait-opened':
    case 'wait-closed':
      return null;
  }
}

/** The questions that the caller can answer, or why nothing happens. */
export function pausedText(
  { waits }: Extract<Ending, { type: 'paused' }>,
  canAnswer: (wait: AskedWait) => boolean,
): string {
  const [first] = waits.filter((wait) => wait.kind !== 'event' && canAnswer(wait));
  if (first !== undefined) return howToAnswer(first);
  const [wait] = waits;
  if (wait === undefined) return 'The run waits.';
  const who = wait.who === undefined ? '' : ` for ${wait.who.join(', ')}`;
  return `The run waits${who}: ${wait.prompt ?? wait.kind}`;
}

export function usageOf({ usage }: Ending): JsonObject {
  const { inputTokens, outputTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

const shownMax = 2000;

function short(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= shownMax ? text : `${text.slice(0, shownMax)}…`;
}
