import type { Json } from '@skein/kernel';

/** The text of a message: as it is, or JSON where it has parts. */
export function messageText(content: Json | undefined): string {
  if (content === undefined) return '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}
