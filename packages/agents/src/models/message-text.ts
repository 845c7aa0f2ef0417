import type { Json } from '@skein/kernel';
import type { ModelMessage } from '@skein/ports';
import { isMessagePart, spokenText } from './image-part.ts';

/** The text of a message: as it is, or JSON where it has parts. */
export function messageText(content: Json | undefined): string {
  if (content === undefined) return '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** The text of a message: images of a user have none. */
export function saidIn(message: ModelMessage | undefined): string {
  const { role, content } = message ?? {};
  const isParts = role === 'user' && Array.isArray(content) && content.every(isMessagePart);
  return isParts ? spokenText(content) : messageText(content);
}
