// From settings to a request
// The request as it can be read by everyone: secrets are only named, and filled in when it is sent.
import { isObject, ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import type { ConfigOf, nativeNodes } from '@skein/dialects';
import type { NodeCall } from '@skein/ports';
import { createHash } from 'node:crypto';
import { badConfig } from '../../configs/read-config.ts';
import { addQuery } from '../../tools/http/http-request.ts';

export type HttpConfig = ConfigOf<typeof nativeNodes.http>;

export interface PlannedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function planRequest(call: NodeCall, config: HttpConfig): PlannedRequest {
  const { body, query = {} } = config;
  const method = config.method ?? (body === undefined ? 'GET' : 'POST');
  if (!URL.canParse(config.url)) throw badConfig(call, ['url'], '"url" is no address');
  const [address = ''] = config.url.split('#', 1);
  const url = addQuery(address, Object.entries(query));
  const headers = headersOf(call, config.headers ?? {});
  if (body === undefined) return { method, url, headers };
  if (method === 'GET' || method === 'HEAD')
    throw badConfig(call, ['body'], `a ${method} request has no body`);
  const { type, text } = contentOf(call, body);
  return { method, url, headers: { 'content-type': type, ...headers }, body: text };
}

/** What may stand in a header; anything else could begin another one. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

function headersOf(
  call: NodeCall,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!headerName.test(name)) throw badConfig(call, ['headers'], `"${name}" is no header`);
    if (!headerValue.test(value))
      throw badConfig(call, ['headers'], `the header "${name}" has characters that none can have`);
    headers.push([name.toLowerCase(), value]);
  }
  return Object.fromEntries(headers);
}

interface Content {
  readonly type: string;
  readonly text: string;
}

function contentOf(call: NodeCall, body: NonNullable<HttpConfig['body']>): Content {
  const { json, form, multipart, text, type = 'text/plain; charset=utf-8' } = body;
  const given = [json, form, multipart, text].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw badConfig(call, ['body'], '"body" must have one of json, form, multipart and text');
  if (text !== undefined) return { type, text };
  if (form !== undefined)
    return { type: 'application/x-www-form-urlencoded', text: formOf(form).toString() };
  if (multipart !== undefined) return multipartOf(multipart);
  return { type: 'application/json', text: JSON.stringify(json) };
}

function formOf(fields: Readonly<Record<string, Json>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of valuesOf(value)) form.append(name, textOf(each));
  }
  return form;
}

/** The boundary is made from the content: every attempt sends the same bytes. */
function multipartOf(parts: Readonly<Record<string, Json>>): Content {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const boundary = `part-${hash.slice(0, 40)}`;
  const written = Object.entries(parts).flatMap(([name, value]) =>
    valuesOf(value).map((each) => `--${boundary}\r\n${partOf(name, each)}\r\n`),
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    text: `${written.join('')}--${boundary}--\r\n`,
  };
}

function partOf(name: string, given: Json): string {
  const part: JsonObject =
    isObject(given) && Object.hasOwn(given, 'value') ? given : { value: given };
  const filename = ownValue(part, 'filename');
  const type = ownValue(part, 'type');
  let about = `Content-Disposition: form-data; name="${quotable(name)}"`;
  if (typeof filename === 'string') about += `; filename="${quotable(filename)}"`;
  if (typeof type === 'string') about += `\r\nContent-Type: ${type.replaceAll(/[\r\n]/g, ' ')}`;
  return `${about}\r\n\r\n${textOf(ownValue(part, 'value') ?? null)}`;
}

/** As browsers write names of parts. */
function quotable(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A list is its items under the same name; null is nothing. */
function valuesOf(value: Json): readonly Json[] {
  const all: readonly Json[] = Array.isArray(value) ? value : [value];
  return all.filter((each) => each !== null);
}
