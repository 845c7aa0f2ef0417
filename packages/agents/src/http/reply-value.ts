import type { Json } from '@skein/kernel';
import type { HttpReply } from './http-call.ts';

/** What a response says: JSON parsed, other text as text, and only a description of what is neither. */
export function replyValue({ headers, text, isCut }: HttpReply): Json {
  const type = (headers['content-type'] ?? 'text/plain').toLowerCase();
  const isJson = /[/+]json\b/.test(type);
  if (
    text.includes('\0') ||
    (!isJson && !/^text\/|[/+](?:xml|yaml|javascript)\b|x-www-form-urlencoded/.test(type))
  )
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
