import type { Json } from '@skein/kernel';
import type { HttpReply } from './http-call.ts';

/** What a response says: JSON parsed, other text as text, and only a description of what is neither. */
export function replyValue({ headers, text, isCut }: HttpReply): Json {
  const type = typeOf(headers);
  const isJson = jsonType.test(type);
  if (text.includes('\0') || !isTextual(headers))
    return { type, bytes: Buffer.byteLength(text), omitted: true };
  if (isCut === true) return `${text}\n[cut: the answer went on after this]`;
  if (!isJson || text.trim() === '') return text;
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Whether its type is one of texts. */
export function isTextual(headers: HttpReply['headers']): boolean {
  const type = typeOf(headers);
  return jsonType.test(type) || textType.test(type);
}

const jsonType = /[/+]json\b/;
const textType = /^text\/|[/+](?:xml|yaml|javascript)\b|x-www-form-urlencoded/;

function typeOf(headers: HttpReply['headers']): string {
  return (headers['content-type'] ?? 'text/plain').toLowerCase();
}
