// HTTP Request, and GraphQL, which is one
import { isObject, setOwn, type Json } from '@skein/kernel';
import { isTemplate } from '../expressions/convert-text.ts';
import { itemsOf, withItems } from '../context/list-nodes.ts';
import { fileItems, fileTemplate, fullFile } from '../context/item-files.ts';
import { jsonTemplate } from '../context/json-template.ts';
import { pairsOf, type NodeContext } from '../context/node-context.ts';
import type { Piece } from '../context/piece.ts';
import { eachItem } from '../context/scope-of.ts';
import { authOf } from './http-auth.ts';
import type { NodeConverter } from './node-converter.ts';
import { plainText } from '../read/plain-text.ts';

export const httpConverter: NodeConverter = {
  words: eachItem,
  hard: 'before',
  convert: (context) => {
    const config = httpConfig(context);
    const isFull = config['full'] === true;
    const isFile = config['response'] === 'file';
    const answer = 'answer.pick("status", "headers", "body").rename({ status: "statusCode" })';
    const batch = context.raw('options', 'batching', 'batch', 'batchSize');
    const concurrency = typeof batch === 'number' && batch > 0 ? Math.min(batch, 50) : 10;
    const inner = { type: 'http', config, concurrency };
    return withItems(
      context,
      inner,
      isFull
        ? `previous.map(answer => ${isFile ? fullFile(fileNameOf(context)) : answer})`
        : isFile
          ? fileItems(fileNameOf(context))
          : itemsOf('previous', 'entry'),
    );
  },
};

/** Under which name the items have what was downloaded. */
function fileNameOf({ raw }: NodeContext): Json | undefined {
  return raw('options', 'response', 'response', 'outputPropertyName') ?? raw('dataPropertyName');
}

export const graphqlConverter: NodeConverter = {
  words: eachItem,
  hard: 'before',
  convert: (context): Piece => {
    const { template, raw } = context;
    const json: { [key: string]: Json } = { query: template(raw('query') ?? '') };
    const variables = raw('variables');
    if (variables !== undefined) json['variables'] = jsonTemplate(context, variables);
    const config: { [key: string]: Json } = {
      url: urlOf(context, raw('endpoint')),
      method: 'POST',
      body: { json },
    };
    const headers = template(Object.fromEntries(pairsOf(raw('headerParametersUi', 'parameter'))));
    if (isObject(headers) && Object.keys(headers).length > 0) config['headers'] = headers;
    Object.assign(config, authOf(context));
    return withItems(
      context,
      { type: 'http', config, concurrency: 10 },
      itemsOf('previous', 'entry'),
    );
  },
};

/** The config of a native `http` node, also for those that are tools. */
export function httpConfig(context: NodeContext): { readonly [key: string]: Json } {
  const { raw, template, choice } = context;
  const config: { [key: string]: Json } = { url: urlOf(context, raw('url')) };
  const written = raw('method') ?? raw('requestMethod');
  const method = typeof written === 'string' && written !== '' ? written : 'GET';
  const isFixed = !isTemplate(method);
  config['method'] = isFixed ? knownMethod(context, method.toUpperCase()) : template(method);
  const query = parameters(context, 'Query');
  if (query !== null) config['query'] = query;
  const headers = parameters(context, 'Headers');
  if (headers !== null) config['headers'] = headersOf(headers);
  const body = bodyOf(context);
  if (body !== null && config['method'] !== 'GET' && config['method'] !== 'HEAD')
    config['body'] = body;
  else if (body !== null) {
    context.lose({
      kind: 'http-body',
      message: `"${context.node.name}" sends a body with a ${plainText(config['method'])} request.`,
      hint: 'Such a body is ignored by most servers: send its values as "query", or use another method.',
    });
  }
  Object.assign(config, authOf(context), responseOf(context));
  const timeout = raw('options', 'timeout');
  if (typeof timeout === 'number' && timeout >= 1) config['timeoutMs'] = Math.trunc(timeout);
  if (
    choice(['options', 'proxy'], '') !== '' ||
    raw('options', 'allowUnauthorizedCerts') === true
  ) {
    context.lose({
      kind: 'http-option',
      message: `"${context.node.name}" uses a proxy or accepts certificates that are not valid.`,
      hint: 'Set the proxy of the host, or give the server a valid certificate.',
    });
  }
  return config;
}

function knownMethod(context: NodeContext, method: string): string {
  if (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return method;
  context.lose({
    kind: 'http-option',
    message: `"${context.node.name}" sends ${method} requests, which http nodes do not.`,
    hint: 'Choose another method.',
  });
  return 'GET';
}

export function urlOf(context: NodeContext, value: Json | undefined): Json {
  const url = context.template(typeof value === 'string' ? value.trim() : (value ?? ''));
  const text = typeof url === 'string' ? url.trim() : '';
  if (text !== '' && (text.startsWith('${') || /^https?:\/\/(?:[^\s/?#]|$)/i.test(text))) {
    return text.replace(/^(https?:\/\/)[^/?#$]*@/i, '$1');
  }
  if (text !== '' && !/^[a-z]+:\/\//i.test(text) && /^[\w$]/.test(text)) return `https://${text}`;
  context.lose({
    kind: 'http-address',
    message: `"${context.node.name}" has no address that a request can be sent to: "${text.slice(0, 80)}".`,
    hint: 'Fill in the address, with https:// in front.',
  });
  return 'https://example.com';
}

function headersOf(value: Json): Json {
  if (!isObject(value)) return value;
  const headers: { [key: string]: Json } = {};
  for (const [key, held] of Object.entries(value)) {
    setOwn(headers, key, typeof held === 'string' ? held : JSON.stringify(held));
  }
  return headers;
}

/** Query or headers: as pairs, as JSON, in the words of whichever version. */
function parameters(context: NodeContext, what: 'Query' | 'Headers'): Json | null {
  const { raw, choice, template } = context;
  const lower = what.toLowerCase();
  const key = what === 'Query' ? 'queryParameters' : 'headerParameters';
  const isNew = context.node.version >= 3;
  if (isNew && raw(`send${what}`) !== true) return null;
  const isJson = isNew
    ? choice([`specify${what}`], 'keypair') === 'json'
    : raw('jsonParameters') === true;
  if (isJson) {
    const written = raw(isNew ? `json${what}` : `${key}Json`);
    return written === undefined || written === '' ? null : jsonTemplate(context, written);
  }
  const pairs = pairsOf(raw(key, 'parameters') ?? raw(`${key}Ui`, 'parameter'));
  if (pairs.length === 0) return isObject(raw(lower)) ? template(raw(lower)) : null;
  const result: { [key: string]: Json } = {};
  for (const [name, value] of pairs) setOwn(result, name, template(value));
  return result;
}

function bodyOf(context: NodeContext): Json | null {
  const { raw, choice, template, node } = context;
  const isNew = node.version >= 3;
  if (isNew && raw('sendBody') !== true) return null;
  const type = isNew
    ? choice(['contentType'], 'json')
    : choice(['options', 'bodyContentType'], 'json');
  switch (type) {
    case 'form-urlencoded':
      return { form: formOf(context, raw('body')) };
    case 'multipart-form-data':
      return { multipart: formOf(context, undefined) };
    case 'binaryData':
      return {
        file: fileTemplate(context, raw('inputDataFieldName') ?? raw('binaryPropertyName')),
      };
    case 'raw': {
      const text = template(raw('body') ?? '');
      const held = choice(['rawContentType'], 'text/plain');
      return { text: typeof text === 'string' ? text : JSON.stringify(text), type: held };
    }
  }
  const isJson = isNew
    ? choice(['specifyBody'], 'keypair') === 'json'
    : raw('jsonParameters') === true;
  const written = raw(isNew ? 'jsonBody' : 'bodyParametersJson');
  if (isJson || choice(['specifyBody'], '') === 'string') {
    return written === undefined || written === ''
      ? null
      : { json: jsonTemplate(context, written ?? '') };
  }
  const form = formOf(context, undefined);
  return isObject(form) && Object.keys(form).length === 0 ? null : { json: form };
}

function formOf(context: NodeContext, otherwise: Json | undefined): Json {
  const { raw, template } = context;
  const listed = raw('bodyParameters', 'parameters') ?? raw('bodyParametersUi', 'parameter');
  const result: { [key: string]: Json } = {};
  for (const [name, value] of pairsOf(listed)) setOwn(result, name, template(value));
  for (const entry of (Array.isArray(listed) ? listed : []).filter(isObject)) {
    const { name } = entry;
    if (entry['parameterType'] === 'formBinaryData' && typeof name === 'string' && name !== '')
      setOwn(result, name, fileTemplate(context, entry['inputDataFieldName']));
  }
  return Object.keys(result).length === 0 && typeof otherwise === 'string' && otherwise !== ''
    ? { body: template(otherwise) }
    : result;
}

/** Statuses that n8n passes on when it is told never to fail. */
const FAILURES = [
  400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 412, 415, 418, 422, 423, 425, 429, 451, 500,
  501, 502, 503, 504,
];

function responseOf(context: NodeContext): { readonly [key: string]: Json } {
  const { raw, choice, node } = context;
  const result: { [key: string]: Json } = {};
  const response = raw('options', 'response', 'response');
  const options = isObject(response) ? response : {};
  const isFull = options['fullResponse'] === true || raw('options', 'fullResponse') === true;
  if (isFull) result['full'] = true;
  if (options['neverError'] === true) result['allowStatus'] = FAILURES;
  const format =
    typeof options['responseFormat'] === 'string'
      ? options['responseFormat']
      : choice(['responseFormat'], 'autodetect');
  if (format === 'text' || format === 'string') result['response'] = 'text';
  if (format === 'json' && node.version >= 3) result['response'] = 'json';
  if (format === 'file') result['response'] = 'file';
  const pagination = raw('options', 'pagination', 'pagination');
  if (isObject(pagination)) Object.assign(result, paginationOf(context, pagination));
  return result;
}

function paginationOf(
  context: NodeContext,
  pagination: { readonly [key: string]: Json },
): { readonly [key: string]: Json } {
  const mode = pagination['paginationMode'] ?? 'updateAParameterInEachRequest';
  if (mode === 'off') return {};
  const next = pagination['nextURL'];
  const found =
    typeof next === 'string'
      ? /^=\s*\{\{\s*\$response\.body\.([\w.]+)\s*\}\}\s*$/.exec(next)
      : null;
  if (mode === 'responseContainsNextURL' && found !== null) {
    return { pagination: { next: { path: found[1] ?? '' } } };
  }
  context.lose({
    kind: 'pagination',
    message: `"${context.node.name}" asks for further pages by rules of its own; only the first is requested.`,
    hint: 'Set "pagination" of the http node: next, page or cursor.',
  });
  return {};
}
