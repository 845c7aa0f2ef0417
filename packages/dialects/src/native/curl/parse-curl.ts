// From a curl command to the config of an `http` node
// C1. Nothing is lost in silence: what cannot be kept is listed, with the reason.
// C2. A key in the command never becomes part of the workflow: the config names a secret, and the command's value of it is dropped.
// C3. Text of the command stays text: what looks like a template is escaped.
import { escapeTemplate, type Json, type JsonObject } from '@skein/kernel';
import { dataText, readBody } from './curl-body.ts';
import { readOptions, type GivenOption } from './curl-options.ts';
import type { CurlRequest } from './curl-request.ts';
import { shellWords } from './shell-words.ts';
import { takeSecret, type CurlSecret } from './curl-secrets.ts';

export interface ParsedCurl {
  /** Of a node of type `http`; null when the text is no curl command with an address. */
  readonly config: JsonObject | null;
  /** Secrets that the config names, to be set before it runs. */
  readonly secrets: readonly CurlSecret[];
  /** What could not be kept: a sentence each. */
  readonly lost: readonly string[];
}

/** Longer ones are files rather than commands. */
const lengthMax = 1_000_000;

export function parseCurl(text: string): ParsedCurl {
  const words = text.length > lengthMax ? [] : shellWords(text.trim());
  const [command = '', ...rest] = words[0] === '$' ? words.slice(1) : words;
  if (!/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(command)) {
    return {
      config: null,
      secrets: [],
      lost: ['This is no curl command: it does not begin with curl.'],
    };
  }
  const request = gather(readOptions(rest));
  if (request.url === null || request.url === '') {
    return { config: null, secrets: [], lost: ['The command has no address.', ...request.lost] };
  }
  return toConfig(request, request.url);
}

function gather(options: readonly GivenOption[]): CurlRequest {
  const request: CurlRequest = {
    method: null,
    url: null,
    headers: [],
    data: [],
    parts: [],
    query: [],
    user: null,
    isGet: false,
    isHead: false,
    timeoutMs: null,
    lost: [],
  };
  for (const given of options) apply(request, given);
  return request;
}

function apply(request: CurlRequest, { name, option, value }: GivenOption): void {
  switch (option?.means) {
    case undefined:
      request.lost.push(`The option ${name} is not known here.`);
      break;
    case 'lose':
      request.lost.push(`The option ${name} was left out: ${option.why ?? ''}.`);
      break;
    case 'ignore':
      break;
    case 'method':
      request.method = value.toUpperCase();
      break;
    case 'url':
      if (request.url === null) request.url = value;
      else request.lost.push('Only the first address was kept: a node makes one request.');
      break;
    case 'query':
      // Encoded like data, but for what begins with this sign.
      request.query.push(
        value.startsWith('+') ? value.slice(1) : dataText({ kind: 'encodedData', text: value }),
      );
      break;
    case 'user':
      request.user = value;
      break;
    case 'get':
      request.isGet = true;
      break;
    case 'head':
      request.isHead = true;
      break;
    case 'seconds':
      if (Number(value) > 0) request.timeoutMs = Math.round(Number(value) * 1000);
      break;
    case 'header':
      addHeader(request, value);
      break;
    case 'bearer':
      request.headers.push(['Authorization', `Bearer ${value}`]);
      break;
    case 'cookie':
      if (value.includes('=')) request.headers.push(['Cookie', value]);
      else request.lost.push('The cookies of a file were left out.');
      break;
    case 'agent':
      request.headers.push(['User-Agent', value]);
      break;
    case 'referer':
      request.headers.push(['Referer', value]);
      break;
    case 'data':
    case 'rawData':
    case 'encodedData':
    case 'json':
      addData(request, option.means, value);
      break;
    case 'form':
    case 'formText':
      addPart(request, value, option.means === 'form');
      break;
  }
}

function addHeader(request: CurlRequest, written: string): void {
  const colon = written.indexOf(':');
  const value = written.slice(colon + 1).trim();
  // `Name:` removes one of curl's own, and `@file` reads a file.
  if (colon > 0 && value !== '') request.headers.push([written.slice(0, colon).trim(), value]);
  else if (written.startsWith('@')) request.lost.push('The headers of a file were left out.');
  // `Name;` sends one without a value.
  else if (/^[^:;]+;$/.test(written)) request.headers.push([written.slice(0, -1).trim(), '']);
  else if (colon <= 0) request.lost.push('A header without a name was left out.');
}

function addData(
  request: CurlRequest,
  means: 'data' | 'rawData' | 'encodedData' | 'json',
  text: string,
): void {
  const isFile = means === 'encodedData' ? /^[^=]*@/.test(text) : text.startsWith('@');
  if (isFile && means !== 'rawData')
    request.lost.push(`The content of a file was left out: ${text}.`);
  else request.data.push({ kind: means === 'rawData' ? 'data' : means, text });
}

function addPart(request: CurlRequest, written: string, isForm: boolean): void {
  const equals = written.indexOf('=');
  const name = written.slice(0, Math.max(0, equals));
  const text = written.slice(equals + 1);
  if (isForm && /^[@<]/.test(text)) {
    request.lost.push(`The file of the part "${name}" was left out.`);
    return;
  }
  const type = isForm ? /;\s*type=([^;]+)$/i.exec(text) : null;
  request.parts.push(
    type === null
      ? { name, value: text }
      : { name, value: text.slice(0, type.index), type: (type[1] ?? '').trim() },
  );
}

/** The guard sets them, or nothing does. */
const dropped: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'transfer-encoding',
  'expect',
]);

function toConfig(request: CurlRequest, written: string): ParsedCurl {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const isQuery = request.isGet || request.isHead;
  const query = [...request.query, ...(isQuery ? request.data.map(dataText) : [])];
  const sent = readBody(request);
  // The whole query: a key may be in any part of it.
  const { url, body, auth, secrets } = takeSecret(
    request,
    [address.split('#', 1)[0] ?? '', ...query]
      .filter(Boolean)
      .reduce((all, part) => `${all}${all.includes('?') ? '&' : '?'}${part}`),
    isQuery ? null : sent,
  );
  const method = request.method ?? (request.isHead ? 'HEAD' : null);
  const headers = headersOf(request);
  const config: { [key: string]: Json } = { url: escapeTemplate(url) };
  const isImplied = method === (body === null || isQuery ? 'GET' : 'POST');
  if (method !== null && !isImplied) config['method'] = method;
  if (headers !== null) config['headers'] = headers;
  if (auth !== null) config['auth'] = auth;
  if (body !== null) config['body'] = body;
  if (request.timeoutMs !== null) config['timeoutMs'] = request.timeoutMs;
  return { config, secrets, lost: [...new Set(request.lost)] };
}

/** Null when there are none. One that comes several times has all its values, as servers read it. */
function headersOf(request: CurlRequest): JsonObject | null {
  const headers = new Map<string, [name: string, value: string]>();
  for (const [name, value] of request.headers) {
    const key = name.toLowerCase();
    const known = headers.get(key);
    if (known !== undefined) known[1] += `, ${value}`;
    else if (!dropped.has(key)) headers.set(key, [name, value]);
  }
  if (headers.size === 0) return null;
  return Object.fromEntries(
    [...headers.values()].map(([name, value]) => [name, escapeTemplate(value)]),
  );
}
