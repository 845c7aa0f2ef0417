// What a tool of a server gave, as a result of ours
// Structured content is the value itself. Texts are texts. Binary content is described, not kept: it would fill the journal and
// prompts with unreadable characters.
import { isObject, ownValue, type Json } from '@skein/kernel';
import { cutResult } from '../cut-result.ts';

export type McpOutcome =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string };

export function mcpOutcome(result: Json, charsMax: number): McpOutcome {
  const fields = isObject(result) ? result : {};
  const listed = ownValue(fields, 'content');
  const content = (Array.isArray(listed) ? listed : []).map(readable);
  if (ownValue(fields, 'isError') === true) {
    const message = content.map(asText).join('\n');
    return { ok: false, message: message === '' ? 'It failed without saying why.' : message };
  }
  const structured = ownValue(fields, 'structuredContent');
  return { ok: true, value: cutResult(structured ?? valueOf(content), charsMax) };
}

function valueOf(content: readonly Json[]): Json {
  return content.every((item) => typeof item === 'string') ? content.join('\n') : content;
}

function readable(item: Json): Json {
  if (!isObject(item)) return item;
  const type = ownValue(item, 'type');
  if (type === 'text') return ownValue(item, 'text') ?? '';
  if (type === 'image' || type === 'audio') return binary(item, ownValue(item, 'data'));
  const resource = type === 'resource' ? ownValue(item, 'resource') : undefined;
  if (!isObject(resource)) return item;
  const { blob, ...rest } = resource;
  return blob === undefined ? item : { type: 'resource', ...binary(rest, blob) };
}

function binary(about: { readonly [key: string]: Json }, data: Json | undefined) {
  const { data: _, ...rest } = about;
  const letters = typeof data === 'string' ? data.length : 0;
  return { ...rest, bytes: Math.floor((letters * 3) / 4), omitted: true };
}

function asText(item: Json): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}
