// HTTP requests
// Credentials are named, never copied: a key that stands in the file would otherwise be in every version of the definition.
import { listAt, objectAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { plainWord } from '../../draft/free-id.ts';
import { readSelector, textOf } from '../dify-graph.ts';
import { convertText } from '../dify-text.ts';
import {
  addStep,
  loseOf,
  objectsIn,
  single,
  type ConvertDify,
  type DifyStep,
} from './dify-step.ts';
import { templateOrLoss } from './flow-nodes.ts';
import { jsonTemplate } from './json-template.ts';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

export const convertHttp: ConvertDify = (step) => {
  const { data, title } = step.node;
  const config: { [key: string]: Json } = {
    url:
      convertText(step.scope, step.node, (textAt(data, 'url') ?? '').trim()) ||
      'https://example.com',
  };
  const method = (textAt(data, 'method') ?? 'get').toUpperCase();
  if (methods.has(method)) config['method'] = method;
  else {
    loseOf(step, {
      kind: 'http-setting',
      key: 'method',
      message: `"${title}" sends a ${method} request.`,
      hint: 'Choose another method.',
    });
  }
  const query = lines(step, textAt(data, 'params') ?? '');
  if (Object.keys(query).length > 0) config['query'] = query;
  const auth = authOf(step);
  const headers: { [name: string]: Json } = {};
  let secret = auth;
  for (const [name, value] of rawLines(textAt(data, 'headers') ?? '')) {
    const found = secretHeader(step, name, value, secret === null);
    if (found === 'plain') headers[name] = convertText(step.scope, step.node, value);
    else if (found !== null) secret = found;
  }
  if (Object.keys(headers).length > 0) config['headers'] = headers;
  if (secret !== null) config['auth'] = secret;
  const body = bodyOf(step);
  if (body !== null) config['body'] = body;
  config['response'] = 'text';
  config['full'] = true;
  // Dify passes every status on; what follows looks at it.
  config['allowStatus'] = passedOn;
  if (ownValue(data, 'ssl_verify') === false) {
    loseOf(step, {
      kind: 'http-setting',
      key: 'ssl_verify',
      message: `"${title}" does not check certificates.`,
      hint: 'Requests always check them here; give the server a valid one.',
    });
  }
  const timeoutMs = timeoutOf(objectAt(data, 'timeout'));
  if (timeoutMs !== null) config['timeoutMs'] = timeoutMs;
  addStep(step, { type: 'http', config });
  return single(step.id);
};

const passedOn: readonly number[] = [
  400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 412, 413, 415, 422, 500, 501,
];

function timeoutOf(timeout: JsonObject): number | null {
  const seconds = ['max_read_timeout', 'read', 'max_connect_timeout', 'connect']
    .map((key) => ownValue(timeout, key))
    .find((value) => typeof value === 'number' && value > 0);
  return typeof seconds === 'number' ? Math.min(Math.ceil(seconds * 1000), 300_000) : null;
}

/** `name: value`, one to a line. */
function rawLines(text: string): readonly (readonly [string, string])[] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf(':');
    const name = (at === -1 ? line : line.slice(0, at)).trim();
    return name === '' ? [] : [[name, at === -1 ? '' : line.slice(at + 1).trim()] as const];
  });
}

function lines(step: DifyStep, text: string): { [name: string]: Json } {
  const made: { [name: string]: Json } = {};
  for (const [name, value] of rawLines(text))
    made[name] = convertText(step.scope, step.node, value);
  return made;
}

function authOf(step: DifyStep): JsonObject | null {
  const authorization = objectAt(step.node.data, 'authorization');
  if (textAt(authorization, 'type') !== 'api-key') return null;
  const config = objectAt(authorization, 'config');
  const type = textAt(config, 'type') ?? 'bearer';
  const secret = nameSecret(step, textAt(config, 'api_key') ?? '');
  if (type === 'bearer') return { bearer: secret };
  const header = textAt(config, 'header') || 'Authorization';
  return { header: { name: type === 'basic' ? 'Authorization' : header, secret } };
}

const secretNames =
  /^(?:authorization|proxy-authorization|cookie|.*(?:api[-_]?key|token|secret))$/i;
const envReference = /^(?:(Bearer|Basic)\s+)?\{\{#env\.([^#]+)#\}\}$/;

/** `plain`: an ordinary header; null: a credential that could not be kept. */
function secretHeader(
  step: DifyStep,
  name: string,
  value: string,
  isFree: boolean,
): JsonObject | 'plain' | null {
  const env = envReference.exec(value);
  const isSecretEnv = env !== null && step.scope.app.secrets.has(env[2] ?? '');
  if (!secretNames.test(name) && !isSecretEnv) return 'plain';
  // Computed by the workflow itself, such as a token that a request before has fetched.
  if (value === '' || (value.includes('{{#') && !isSecretEnv)) return 'plain';
  if (!isFree) {
    loseOf(step, {
      kind: 'credential',
      key: 'headers',
      message: `"${step.node.title}" sends a second credential, the header ${name}.`,
      hint: 'A request has one secret; send the other one by a tool.',
    });
    return null;
  }
  const bearer = /^Bearer\s+/i.test(value);
  const secret = nameSecret(step, isSecretEnv ? value : '');
  return bearer && /^authorization$/i.test(name)
    ? { bearer: secret }
    : { header: { name, secret } };
}

/** The name of the secret for a key: that of its environment variable, or one made of the node's title. */
function nameSecret(step: DifyStep, key: string): string {
  const env = /\{\{#env\.([^#.]+)/.exec(key)?.[1];
  const name =
    env ??
    `${
      plainWord(step.node.title || 'dify')
        .toUpperCase()
        .replaceAll(/[^A-Z0-9_]+/g, '') || 'DIFY'
    }_KEY`;
  step.scope.draft.report.secrets.add(name);
  loseOf(step, {
    kind: 'credential',
    key: 'authorization',
    message: `"${step.node.title}" sends a credential, which is not imported.`,
    hint: `Store it: skein secrets set ${name} --host HOST, with the host that the request goes to.`,
  });
  return name;
}

function bodyOf(step: DifyStep): JsonObject | null {
  const body = objectAt(step.node.data, 'body');
  const type = textAt(body, 'type') ?? 'none';
  const data = ownValue(body, 'data');
  const entries = objectsIn(listAt(body, 'data'));
  const text =
    typeof data === 'string'
      ? data
      : entries.map((entry) => textOf(ownValue(entry, 'value'))).join('');
  switch (type) {
    case 'json':
      return text.trim() === '' ? null : jsonBody(step, text);
    case 'raw-text':
      return { text: convertText(step.scope, step.node, text) };
    case 'form-data':
      return { multipart: fields(step, entries, data) };
    case 'x-www-form-urlencoded':
      return { form: fields(step, entries, data) };
    case 'binary': {
      const file = readSelector(ownValue(entries[0] ?? {}, 'file'));
      loseOf(step, {
        kind: 'files',
        key: 'body',
        message: `"${step.node.title}" sends a file as its body.`,
        hint: 'Download the file with an http node first ("response": "file"), and send what that gives.',
      });
      return file.length > 1 ? { file: templateOrLoss(step, file) } : null;
    }
    default:
      return null;
  }
}

function jsonBody(step: DifyStep, text: string): JsonObject {
  const parsed = jsonTemplate(text, (part) => convertText(step.scope, step.node, part));
  if (parsed !== undefined) return { json: parsed };
  return { text: convertText(step.scope, step.node, text), type: 'application/json' };
}

function fields(
  step: DifyStep,
  entries: readonly JsonObject[],
  data: Json | undefined,
): { [name: string]: Json } {
  if (typeof data === 'string') return lines(step, data);
  const made: { [name: string]: Json } = {};
  for (const entry of entries) {
    const name = convertText(step.scope, step.node, textOf(ownValue(entry, 'key')));
    if (name === '') continue;
    const file = readSelector(ownValue(entry, 'file'));
    if (textAt(entry, 'type') === 'file') {
      loseOf(step, {
        kind: 'files',
        key: 'body',
        message: `"${step.node.title}" sends the file "${name}".`,
        hint: 'Download the file with an http node first ("response": "file"), and send what that gives.',
      });
      made[name] = file.length > 1 ? templateOrLoss(step, file) : null;
    } else made[name] = convertText(step.scope, step.node, textOf(ownValue(entry, 'value')));
  }
  return made;
}
