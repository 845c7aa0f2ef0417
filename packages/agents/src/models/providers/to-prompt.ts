// Our messages in the form that the provider packages take.
import type { Json } from '@skein/kernel';
import type { ModelMessage } from '@skein/ports';
import type { AssistantModelMessage, ModelMessage as PromptMessage, UserModelMessage } from 'ai';
import { failureError } from '../../failure-error.ts';
import { isMessagePart } from '../image-part.ts';
import { messageText } from '../message-text.ts';
import type { Picture } from '../tool-pictures.ts';

export interface Prompt {
  readonly instructions: string | undefined;
  readonly messages: PromptMessage[];
}

export interface PromptOptions {
  readonly provider: string;
  /** What results of tools show besides their text. */
  readonly pictures?: ReadonlyMap<ModelMessage, readonly Picture[]>;
}

/** System messages inside a conversation become part of the instructions: few providers take them elsewhere. */
export function toPrompt(
  system: string | undefined,
  messages: readonly ModelMessage[],
  { provider, pictures = new Map() }: PromptOptions,
): Prompt {
  const instructions = system === undefined ? [] : [system];
  const prompt: PromptMessage[] = [];
  for (const message of messages) {
    switch (message.role) {
      case 'system':
        instructions.push(messageText(message.content));
        break;
      case 'user':
        prompt.push({ role: 'user', content: userContent(message.content) });
        break;
      case 'assistant':
        prompt.push({ role: 'assistant', content: assistantContent(message, provider) });
        break;
      case 'tool':
        pushResult(prompt, message, pictures.get(message) ?? []);
        break;
    }
  }
  // Providers refuse a conversation without a message.
  if (prompt.length === 0) prompt.push({ role: 'user', content: ' ' });
  return {
    instructions: instructions.length === 0 ? undefined : instructions.join('\n\n'),
    messages: prompt,
  };
}

/** A text, or a list of `{ type: "text", text }` and `{ type: "image", image, mediaType? }`. */
function userContent(content: Json): UserModelMessage['content'] {
  if (!Array.isArray(content) || !content.every(isMessagePart)) return messageText(content);
  return content.map((part: Json) => {
    const { type, text, image, mediaType } = part as { readonly [key: string]: string };
    if (type === 'text') return { type, text: text ?? '' };
    return {
      type: 'file' as const,
      mediaType: mediaType ?? mediaTypeOf(image ?? ''),
      data: imageData(image ?? ''),
    };
  });
}

function mediaTypeOf(image: string): string {
  return /^data:(image\/[a-z0-9.+-]+)[;,]/i.exec(image)?.[1] ?? 'image';
}

/** Data inside a `data:` URL is sent as it is; another URL is for the provider to open. */
function imageData(image: string) {
  const inline = /^data:[^,]*;base64,(.*)$/s.exec(image)?.[1];
  if (inline !== undefined) return { type: 'data' as const, data: inline };
  if (URL.canParse(image) && new URL(image).protocol === 'https:') {
    return { type: 'url' as const, url: new URL(image) };
  }
  throw failureError({
    code: 'MODEL_CALL_FAILED',
    message:
      'An image must be a "data:" URL in base64, or an https address that the provider can open.',
    retry: 'never',
  });
}

function assistantContent(
  { content, toolCalls = [], original }: ModelMessage,
  provider: string,
): AssistantModelMessage['content'] {
  if (original?.provider === provider && Array.isArray(original.parts)) {
    // Only `originalOf` writes it, from what the package itself said is to be sent back.
    return original.parts as unknown as AssistantModelMessage['content'];
  }
  const text = messageText(content);
  if (toolCalls.length === 0) return text;
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...toolCalls.map(({ id, name, arguments: input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
    })),
  ];
}

function filePart({ mediaType, data }: Picture) {
  return { type: 'file' as const, mediaType, data: { type: 'data' as const, data } };
}

/** Results of one message's calls go together. */
function pushResult(
  prompt: PromptMessage[],
  { content, toolCallId = '', name = 'tool' }: ModelMessage,
  pictures: readonly Picture[],
): void {
  const text = messageText(content);
  const result = {
    type: 'tool-result' as const,
    toolCallId,
    toolName: name,
    output:
      pictures.length === 0
        ? { type: 'text' as const, value: text }
        : {
            type: 'content' as const,
            value: [{ type: 'text' as const, text }, ...pictures.map(filePart)],
          },
  };
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(result);
  else prompt.push({ role: 'tool', content: [result] });
}
