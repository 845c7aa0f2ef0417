// Provider messages that must be sent back unchanged
// Reasoning models sign their thoughts and calls, and refuse the next request if the signatures are missing. Only an answer with
// calls is sent back in the same turn, so signatures are kept only there.
import type { Json } from '@skein/kernel';
import type { ModelToolCall, OriginalMessage } from '@skein/ports';
import type { ModelMessage as PromptMessage } from 'ai';

export async function originalOf(
  streamed: { readonly response: PromiseLike<{ readonly messages: readonly PromptMessage[] }> },
  provider: string,
  toolCalls: readonly ModelToolCall[],
): Promise<OriginalMessage | undefined> {
  if (toolCalls.length === 0) return undefined;
  const { messages } = await streamed.response;
  const content = messages.find(({ role }) => role === 'assistant')?.content;
  if (content === undefined || typeof content === 'string') return undefined;
  const parts = content.filter(isOurs);
  if (!parts.some(isSigned)) return undefined;
  // Through text: an undefined field is not JSON.
  return { provider, parts: JSON.parse(JSON.stringify(parts)) as Json };
}

type Part = Exclude<PromptMessage['content'], string>[number];

/** What the provider has run itself is not repeated to it. */
function isOurs(part: Part): boolean {
  if (part.type === 'tool-call') return part.providerExecuted !== true;
  return part.type === 'text' || part.type === 'reasoning';
}

function isSigned(part: Part): boolean {
  return (
    part.type === 'reasoning' || ('providerOptions' in part && isSignature(part.providerOptions))
  );
}

function isSignature(options: unknown): boolean {
  const { google } = (options ?? {}) as {
    readonly google?: { readonly thoughtSignature?: unknown };
  };
  return google?.thoughtSignature !== undefined;
}
