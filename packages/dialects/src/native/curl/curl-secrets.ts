// Keys in a command
// A request can show one secret. It is taken out of the command, and the config names it instead.
import { isObject, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { CurlRequest } from './curl-request.ts';

export interface CurlSecret {
  readonly name: string;
  /** The host that it must be bound to. */
  readonly host: string;
  /** Where the command had it. */
  readonly from: string;
}

interface TakenSecret {
  readonly url: string;
  readonly body: JsonObject | null;
  readonly auth: JsonObject | null;
  readonly secrets: readonly CurlSecret[];
}

interface Candidate {
  readonly from: string;
  readonly value: string;
  readonly auth: (name: string) => JsonObject;
}

const secretHeader = /^(?:authorization|cookie|.*(?:api-?key|token|secret|password|auth).*)$/i;
const secretParam = /^(?:.*(?:api_?-?key|token|secret|password)|key|sig|signature)$/i;
/** In a body, a `key` is more often one of the data. */
const secretField = /^.*(?:api[_-]?key|token|secret|password|passwd|pwd)$/i;
/** Where a list goes on is no secret. */
const placeToken = /(?:page|next|sync|continuation|cursor)[_-]?token$/i;

/** Takes all keys out of headers, user, address and body; the first one is named, the others are lost. */
export function takeSecret(request: CurlRequest, address: string, body: Body): TakenSecret {
  const [, scheme = '', credentials, host = '', path = ''] =
    /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?@]*)@)?([^/?]*)(.*)$/is.exec(address) ?? [];
  const found: Candidate[] = [];
  if (request.user !== null) found.push(basicOf(request.user));
  // In an address, a name without a colon has no password.
  else if (credentials !== undefined) found.push(basicOf(credentials.replace(/^[^:]*$/, '$&:')));
  request.headers = request.headers.filter(([name, value]) => {
    if (!secretHeader.test(name)) return true;
    found.push(headerOf(name, value));
    return false;
  });
  const url = `${scheme}${host}${withoutSecrets(path, found)}`;
  const kept = body === null ? null : withoutFields(request, body, found);
  const [first, ...others] = found;
  for (const { from } of others)
    request.lost.push(`${from} was left out: a request can show one secret, and has one already.`);
  if (first === undefined) return { url, body: kept, auth: null, secrets: [] };
  const name = nameOf(first.value, host);
  const secrets = [{ name, host, from: first.from }];
  return { url, body: kept, auth: first.auth(name), secrets };
}

type Body = JsonObject | null;

/** The same body without its keys, which are added to `found`. */
function withoutFields(request: CurlRequest, body: JsonObject, found: Candidate[]): JsonObject {
  const { json, form, multipart } = body;
  if (isObject(json)) return { ...body, json: withoutKeys(json, [], found) };
  if (isObject(form)) return { ...body, form: withoutKeys(form, [], found) };
  if (!isObject(multipart)) return body;
  const parts: Candidate[] = [];
  const kept = withoutKeys(multipart, [], parts);
  for (const { from } of parts)
    request.lost.push(`${from} was left out: a part of such a body cannot be a secret.`);
  return { ...body, multipart: kept };
}

function withoutKeys(object: JsonObject, path: readonly string[], found: Candidate[]): JsonObject {
  const kept: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(object)) {
    const place = [...path, key];
    const isText = typeof value === 'string' && value !== '';
    if (isText && secretField.test(key) && !placeToken.test(key)) {
      found.push(fieldOf(place, value));
    } else setOwn(kept, key, isObject(value) ? withoutKeys(value, place, found) : value);
  }
  return kept;
}

function fieldOf(place: readonly string[], value: string): Candidate {
  const path = place.join('.');
  return {
    from: `"${path}" in the body`,
    // What looked like a template was escaped.
    value: value.replaceAll('$$', '$'),
    auth: (secret) => ({ body: { path, secret } }),
  };
}

function basicOf(written: string): Candidate {
  const colon = written.indexOf(':');
  const user = colon === -1 ? written : written.slice(0, colon);
  // Without a password, the name is the key: some services want it so.
  if (colon === written.length - 1 && user !== '') {
    return {
      from: 'The user name without a password (the secret is the whole header: "Basic " and base64 of the name and a colon)',
      value: '',
      auth: (secret) => ({ header: { name: 'Authorization', secret } }),
    };
  }
  return {
    from: `The password of "${user}"`,
    value: colon === -1 ? '' : written.slice(colon + 1),
    auth: (password) => ({ basic: { user, password } }),
  };
}

function headerOf(name: string, value: string): Candidate {
  const bearer = /^bearer\s+(.*)$/i.exec(value);
  const isBearer = name.toLowerCase() === 'authorization' && bearer !== null;
  return {
    from: `The header "${name}"`,
    value: isBearer ? (bearer[1] ?? '') : value,
    auth: (secret) => (isBearer ? { bearer: secret } : { header: { name, secret } }),
  };
}

/** Adds what it takes out of the query to `found`. */
function withoutSecrets(path: string, found: Candidate[]): string {
  const at = path.indexOf('?');
  if (at === -1) return path;
  const kept = path
    .slice(at + 1)
    .split('&')
    .filter((pair) => {
      const [name = '', ...rest] = pair.split('=');
      const value = rest.join('=');
      if (!secretParam.test(name) || placeToken.test(name) || value === '') return true;
      const auth = (secret: string): JsonObject => ({ query: { name, secret } });
      found.push({ from: `"${name}" in the address`, value, auth });
      return false;
    });
  return kept.length === 0 ? path.slice(0, at) : `${path.slice(0, at + 1)}${kept.join('&')}`;
}

/** The variable that the command had it in, or one made of the host. */
function nameOf(value: string, host: string): string {
  const variable = /^\$\{?([A-Za-z_][A-Za-z0-9_]{0,99})\}?$/.exec(value.trim())?.[1];
  if (variable !== undefined) return variable;
  const words = host
    .replace(/:\d+$/, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');
  return `${/^[A-Z]/.test(words) ? '' : 'HOST_'}${words.slice(0, 80)}_KEY`;
}
