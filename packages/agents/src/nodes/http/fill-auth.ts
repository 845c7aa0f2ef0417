import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { badConfig, type ConfiguredCall } from '../../configs/read-config.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { HttpConfig, PlannedRequest } from './planned-request.ts';

export interface Filling {
  readonly request: PlannedRequest;
  readonly vault: Vault;
  /** Whose account a connection means. */
  readonly user: string | undefined;
}

/** The request as it is sent: with the secret that `auth` names. */
export async function fillAuth(
  call: ConfiguredCall,
  { auth, body: written }: HttpConfig,
  { request, vault, user }: Filling,
): Promise<PlannedRequest> {
  if (auth === undefined) return request;
  const { bearer, basic, header, query, body, path, connection } = auth;
  const given = [bearer, basic, header, query, body, path, connection];
  if (given.filter((each) => each !== undefined).length !== 1)
    throw badConfig(
      call,
      ['auth'],
      '"auth" must have one of bearer, basic, header, query, body, path and connection',
    );
  if (connection !== undefined) {
    const target = new URL(request.url).host;
    return withToken(request, await vault.token(connection, { user, target }));
  }
  const take = (name: string) => vault.take(name, new URL(request.url).host);
  const withHeader = (name: string, value: string) => ({
    ...request,
    headers: { ...request.headers, [name.toLowerCase()]: value },
  });
  if (bearer !== undefined) return withHeader('authorization', `Bearer ${await take(bearer)}`);
  if (header !== undefined) return withHeader(header.name, await take(header.secret));
  if (basic !== undefined) {
    const pair = Buffer.from(`${basic.user}:${await take(basic.password)}`).toString('base64');
    return withHeader('authorization', `Basic ${pair}`);
  }
  if (query !== undefined) {
    const pair = [query.name, await take(query.secret)].map(encodeURIComponent).join('=');
    const { url } = request;
    return { ...request, url: `${url}${url.includes('?') ? '&' : '?'}${pair}` };
  }
  if (path !== undefined) {
    const { placeholder, secret } = path;
    const place = [`{${placeholder}}`, encodeURIComponent(`{${placeholder}}`)].find((each) =>
      request.url.includes(each),
    );
    if (place === undefined)
      throw badConfig(
        call,
        ['auth', 'path'],
        `"url" has no {${placeholder}} to put the secret into`,
      );
    // Tokens of bots have a colon, which may stand in a path as it is.
    const token = encodeURIComponent(await take(secret)).replaceAll('%3A', ':');
    return { ...request, url: request.url.replace(place, () => token) };
  }
  if (body === undefined) return request;
  const sent = request.body ?? '';
  const secret = await take(body.secret);
  if (written?.form !== undefined) {
    const form = new URLSearchParams(sent);
    form.set(body.path, secret);
    return { ...request, body: form.toString() };
  }
  // What planRequest wrote is JSON.
  const json = written?.json === undefined ? null : (JSON.parse(sent) as Json);
  const filled = isObject(json) ? withText(json, body.path.split('.'), secret) : null;
  if (filled === null)
    throw badConfig(
      call,
      ['auth', 'body'],
      '"auth": { "body" } needs "body" with a JSON object or a form to put it into',
    );
  return { ...request, body: JSON.stringify(filled) };
}

/** As the services of connections take it. */
export function withToken(request: PlannedRequest, token: string): PlannedRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/** A copy with the text at that place; null where something else than an object is on the way. */
function withText(
  object: JsonObject,
  [key = '', ...rest]: readonly string[],
  text: string,
): JsonObject | null {
  const inner = ownValue(object, key) ?? {};
  const value: Json | null =
    rest.length === 0 ? text : isObject(inner) ? withText(inner, rest, text) : null;
  if (value === null) return null;
  const copy: { [key: string]: Json } = {};
  for (const [name, each] of Object.entries(object)) setOwn(copy, name, each);
  setOwn(copy, key, value);
  return copy;
}
