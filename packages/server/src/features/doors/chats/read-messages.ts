import { isObject, type Json, type JsonObject } from '@skein/api';
import type { ChatMessage } from './chat-input.ts';

/** Messages of chat completions, and those among the items of a response. */
export function readMessages(items: readonly Json[]): readonly ChatMessage[] {
  return items.filter(isObject).flatMap((item): readonly ChatMessage[] => {
    const { role, type = 'message', content = null } = item;
    return typeof role === 'string' && type === 'message'
      ? [{ role, content: textOf(content) }]
      : [];
  });
}

function textOf(content: Json): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isObject)
    .flatMap(({ text }: JsonObject) => (typeof text === 'string' ? [text] : []))
    .join('\n');
}
