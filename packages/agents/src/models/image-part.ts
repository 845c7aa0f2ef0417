// Pictures in messages
// A message is a text, or a list of `{ type: "text", text }` and `{ type: "image", image, mediaType? }`.
import { isObject, ownValue, type Json } from '@skein/kernel';

const inlineForm = /^data:[^,]*;base64,/i;

/** Skein opens no address for a model: an image is data, or an address that the provider opens. */
export function isImageAddress(image: string): boolean {
  return inlineForm.test(image) || (URL.canParse(image) && new URL(image).protocol === 'https:');
}

/** What a prompt with pictures is as a message. */
export function toMessageContent(text: string, images: readonly string[]): Json {
  if (images.length === 0) return text;
  return [{ type: 'text', text }, ...images.map((image) => ({ type: 'image', image }))];
}

export function isMessagePart(part: Json): boolean {
  if (!isObject(part)) return false;
  const type = ownValue(part, 'type');
  const isText = type === 'text' && typeof ownValue(part, 'text') === 'string';
  return isText || (type === 'image' && typeof ownValue(part, 'image') === 'string');
}

/** What a message with pictures says in words. */
export function spokenText(parts: readonly Json[]): string {
  const texts = parts.map((part) => (isObject(part) ? ownValue(part, 'text') : undefined));
  return texts.map((text) => (typeof text === 'string' ? text : '[image]')).join('\n');
}
