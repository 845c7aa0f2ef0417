// From settings to a request
// The request as it can be read by everyone: secrets are only named, and filled in when it is sent.
import { textOf, type Json } from '@skein/kernel';
import type { ConfigOf, nativeNodes } from '@skein/dialects';
import { fileNamed } from '@skein/ports';
import { badConfig, type ConfiguredCall } from '../../configs/read-config.ts';
import { fileText, multipartOf, valuesOf, type Content, type Piece } from '../../http/multipart.ts';
import { isHeaderName, isHeaderValue } from '../../http/request-headers.ts';
import { addQuery } from '../../tools/http/http-request.ts';

export type HttpConfig = ConfigOf<typeof nativeNodes.http>;

export interface PlannedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent, or what stands for it where files are part of it. */
  readonly body?: string;
  /** Texts and files that are sent one after the other; absent where `body` is sent. */
  readonly pieces?: readonly Piece[];
}

export function planRequest(call: ConfiguredCall, config: HttpConfig): PlannedRequest {
  const { body, query = {} } = config;
  const method = config.method ?? (body === undefined ? 'GET' : 'POST');
  if (!URL.canParse(config.url)) throw badConfig(call, ['url'], '"url" is no address');
  const [address = ''] = config.url.split('#', 1);
  const url = addQuery(address, Object.entries(query));
  const headers = headersOf(call, config.headers ?? {});
  const secretHeader = config.auth?.header?.name;
  if (secretHeader !== undefined && !isHeaderName(secretHeader))
    throw badConfig(call, ['auth', 'header', 'name'], `"${secretHeader}" is no header`);
  if (body === undefined) return { method, url, headers };
  if (method === 'GET' || method === 'HEAD')
    throw badConfig(call, ['body'], `a ${method} request has no body`);
  const { type, pieces } = contentOf(call, body);
  const request = { method, url, headers: { 'content-type': type, ...headers } };
  const texts = pieces.filter((piece) => typeof piece === 'string');
  if (texts.length === pieces.length) return { ...request, body: texts.join('') };
  return { ...request, body: JSON.stringify(pieces), pieces };
}

function headersOf(
  call: ConfiguredCall,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!isHeaderName(name)) throw badConfig(call, ['headers'], `"${name}" is no header`);
    if (!isHeaderValue(value))
      throw badConfig(call, ['headers'], `the header "${name}" has characters that none can have`);
    headers.push([name.toLowerCase(), value]);
  }
  return Object.fromEntries(headers);
}

function contentOf(call: ConfiguredCall, body: NonNullable<HttpConfig['body']>): Content {
  const { json, form, multipart, text, file, type } = body;
  const given = [json, form, multipart, text, file].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw badConfig(call, ['body'], '"body" must have one of json, form, multipart, text and file');
  if (text !== undefined) return { type: type ?? 'text/plain; charset=utf-8', pieces: [text] };
  if (form !== undefined)
    return { type: 'application/x-www-form-urlencoded', pieces: [formOf(form).toString()] };
  if (multipart !== undefined) return multipartOf(multipart);
  if (file !== undefined) return contentOfFile(call, file, type);
  return { type: type ?? 'application/json', pieces: [JSON.stringify(json)] };
}

function contentOfFile(call: ConfiguredCall, file: Json, type: string | undefined): Content {
  if (fileNamed(file) === null)
    throw badConfig(
      call,
      ['body', 'file'],
      'it is no file: give the value of a node that downloads one',
    );
  return { type: type ?? fileText(file, 'type') ?? 'application/octet-stream', pieces: [{ file }] };
}

function formOf(fields: Readonly<Record<string, Json>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of valuesOf(value)) form.append(name, textOf(each));
  }
  return form;
}
