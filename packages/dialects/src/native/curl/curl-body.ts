import { escapeTemplate, isObject, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { CurlRequest } from './curl-request.ts';

type Data = CurlRequest['data'][number];

/** The `body` of the config; takes the header that says what it is. Null: nothing is sent. */
export function readBody(request: CurlRequest): JsonObject | null {
  if (request.parts.length > 0) {
    takeHeader(request, 'content-type');
    return { multipart: gathered(request.parts.map(partOf)) };
  }
  const { data } = request;
  if (data.length === 0) return null;
  const isJson = data.some(({ kind }) => kind === 'json');
  const text = data.map(dataText).join(isJson ? '' : '&');
  const type = takeHeader(request, 'content-type') ?? (isJson ? 'application/json' : formType);
  const json = /[/+]json\b/i.test(type) ? parsed(text) : undefined;
  if (json !== undefined && !/^application\/json(?:;|$)/i.test(type)) {
    return textBody(text, type);
  }
  if (json !== undefined) return { json: inert(json) };
  const form = type.toLowerCase().startsWith(formType) ? formOf(text) : null;
  return form === null ? textBody(text, type) : { form };
}

function textBody(text: string, type: string): JsonObject {
  return { text: escapeTemplate(text), type: escapeTemplate(type) };
}

const formType = 'application/x-www-form-urlencoded';

/** As it is sent: `--data-urlencode` encodes what follows the name. */
export function dataText({ kind, text }: Data): string {
  if (kind !== 'encodedData') return text;
  const equals = text.indexOf('=');
  const value = encodeURIComponent(text.slice(equals + 1).toWellFormed());
  return equals <= 0 ? value : `${text.slice(0, equals)}=${value}`;
}

function takeHeader({ headers }: CurlRequest, wanted: string): string | undefined {
  const at = headers.findIndex(([name]) => name.toLowerCase() === wanted);
  return at === -1 ? undefined : headers.splice(at, 1)[0]?.[1];
}

function partOf({ name, value, type }: CurlRequest['parts'][number]): readonly [string, Json] {
  const text = escapeTemplate(value);
  return [name, type === undefined ? text : { value: text, type: escapeTemplate(type) }];
}

/** Null for a text that is no form, whatever its type says. */
function formOf(text: string): JsonObject | null {
  const pairs: (readonly [string, Json])[] = [];
  for (const pair of text.split('&')) {
    const [name = '', ...rest] = pair.split('=');
    if (name === '' || rest.length === 0) return null;
    const read = [name, rest.join('=')].map(decoded);
    if (read.includes(null)) return null;
    pairs.push([read[0] ?? '', escapeTemplate(read[1] ?? '')]);
  }
  return gathered(pairs);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Names that come several times have a list. */
function gathered(pairs: readonly (readonly [string, Json])[]): JsonObject {
  const all = new Map<string, Json[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries(
    [...all].map(([name, [first = null, ...more]]) => [
      name,
      more.length === 0 ? first : [first, ...more],
    ]),
  );
}

function parsed(text: string): Json | undefined {
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function inert(value: Json): Json {
  if (typeof value === 'string') return escapeTemplate(value);
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    return list.map(inert);
  }
  if (!isObject(value)) return value;
  const copy: { [key: string]: Json } = {};
  for (const [key, each] of Object.entries(value)) setOwn(copy, key, inert(each));
  return copy;
}
