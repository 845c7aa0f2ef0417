// What a tool of a server gave, as a result of ours
// Structured content is the value itself. Texts are texts. Binary content becomes a file of the run, and is only described where there is
// no run: it would fill the journal and prompts with unreadable characters.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { NodeFiles } from '@skein/ports';
import { isHeaderValue } from '../../http/request-headers.ts';
import { cutResult } from '../cut-result.ts';

export type McpOutcome =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string };

export async function mcpOutcome(
  result: Json,
  charsMax: number,
  files?: NodeFiles,
): Promise<McpOutcome> {
  const fields = isObject(result) ? result : {};
  const listed = ownValue(fields, 'content');
  const items: readonly Json[] = Array.isArray(listed) ? listed : [];
  const content: Json[] = [];
  for (const item of items) content.push(await readable(item, files));
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

async function readable(item: Json, files: NodeFiles | undefined): Promise<Json> {
  if (!isObject(item)) return item;
  const type = ownValue(item, 'type');
  if (type === 'text') return ownValue(item, 'text') ?? '';
  if (type === 'image' || type === 'audio') {
    const { data = null, ...about } = item;
    return binary(about, data, files);
  }
  const resource = type === 'resource' ? ownValue(item, 'resource') : undefined;
  if (!isObject(resource)) return item;
  const { blob, ...rest } = resource;
  return blob === undefined ? item : binary({ type: 'resource', ...rest }, blob, files);
}

async function binary(about: JsonObject, data: Json, files: NodeFiles | undefined): Promise<Json> {
  const base64 = typeof data === 'string' ? data : '';
  if (files === undefined)
    return { ...about, bytes: Math.floor((base64.length * 3) / 4), omitted: true };
  const mime = ownValue(about, 'mimeType');
  const type = typeof mime === 'string' && isHeaderValue(mime) ? mime : 'application/octet-stream';
  const file = await files.write({ name: nameOf(about), type }, Buffer.from(base64, 'base64'));
  return { ...about, ...file };
}

const nameMax = 200;

/** The end of its address, or what it is. */
function nameOf(about: JsonObject): string {
  const uri = ownValue(about, 'uri') ?? ownValue(about, 'type');
  const last = typeof uri === 'string' ? (uri.split(/[/\\?#]/).findLast(Boolean) ?? '') : '';
  const name = last.replaceAll(/\p{Cc}/gu, '').slice(0, nameMax);
  return name === '' || /^\.+$/.test(name) ? 'file' : name;
}

function asText(item: Json): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}
