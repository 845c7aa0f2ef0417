// Reading and checking where a client wants to be told
import { isObject, type JsonObject } from '@skein/api';
import { Undeliverable, type Resolve } from '../../outbox/destinations.ts';
import { A2aError } from './a2a-error.ts';
import type { PushConfig } from './push-configs.ts';
import { objectAt, textAt, valueAt } from './read-message.ts';

const [idMax, urlMax, secretMax] = [100, 2000, 4000];

/** Throws what is wrong with it. `newId`: of one that has none. */
export function readPush(given: JsonObject, newId: () => string): PushConfig {
  const id = textAt(given, 'id') ?? newId();
  if (id.length > idMax) throw invalid('id', `is longer than ${idMax} characters`);
  const url = textAt(given, 'url') ?? '';
  checkUrl(url);
  const token = textAt(given, 'token') ?? '';
  if (!isHeaderText(token)) throw invalid('token', 'is no text that fits into a header');
  const auth = valueAt(given, 'authentication');
  if (auth === undefined || auth === null) return { id, url, token, authentication: null };
  if (!isObject(auth)) throw invalid('authentication', 'is not an object');
  const scheme = textAt(auth, 'scheme') ?? '';
  const credentials = textAt(auth, 'credentials') ?? '';
  if (!/^[\w!#$%&'*+.^`|~-]{1,50}$/.test(scheme))
    throw invalid('authentication.scheme', 'is not the name of a scheme, such as Bearer');
  if (!isHeaderText(credentials))
    throw invalid('authentication.credentials', 'is no text that fits into a header');
  return { id, url, token, authentication: { scheme, credentials } };
}

/** In a message, the task is the one that it begins or answers. */
export function pushIn(params: JsonObject): JsonObject | undefined {
  const given = valueAt(objectAt(params, 'configuration'), 'taskPushNotificationConfig');
  return given !== undefined && isObject(given) ? given : undefined;
}

/** The guard decides again at every delivery: names may lead elsewhere by then. */
export async function checkReach({ url }: PushConfig, resolve: Resolve | undefined): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const usual = protocol === 'https:' ? 443 : 80;
  try {
    await resolve?.({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) || usual });
  } catch (error) {
    // A name that leads nowhere now may do so later.
    if (error instanceof Undeliverable) throw invalid('url', `is refused: ${error.message}`);
  }
}

function checkUrl(url: string): void {
  if (!URL.canParse(url) || url.length > urlMax) throw invalid('url', 'is not an address');
  const { protocol, hostname, username, password } = new URL(url);
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw invalid('url', 'must begin with https://');
  if (username !== '' || password !== '')
    throw invalid('url', 'must not contain a user or password: use authentication');
}

function isHeaderText(text: string): boolean {
  return text.length <= secretMax && /^[\x20-\x7e]*$/.test(text);
}

function invalid(field: string, complaint: string): A2aError {
  return new A2aError('invalidParams', `${field} of the push notification config ${complaint}.`);
}
