// What an operator may set up
// What would only be noticed when nobody hears of a question is refused when it is saved.
import type { CallOf } from '@skein/api';
import { EngineError } from '@skein/ports';
import { isSlackSecret, placeOf } from './destination-settings.ts';
import { Undeliverable, type Resolve } from './destinations.ts';
import { isSamePlace, type StoredDestination } from './stored-destinations.ts';

type Given = CallOf<'putDestination'>['body'];

export async function checkDestination(
  given: Given,
  before: StoredDestination | undefined,
  resolve: Resolve | undefined,
): Promise<void> {
  const { secret } = given;
  const had = before !== undefined && before.secret !== 'none';
  if (had && secret === undefined && !isSamePlace(before.settings, given)) {
    throw refused('/secret', 'is needed again: the one that is stored belongs to another host');
  }
  if (given.kind === 'mail') {
    const hasPassword = typeof secret === 'string' || (had && secret === undefined);
    if ((given.user === undefined) === hasPassword) {
      throw refused('/user', 'and a password belong together: give both, or neither');
    }
    if (given.tls === false && !isThisMachine(given.host)) {
      throw refused('/tls', 'must be true or "starttls": the host is another machine');
    }
  } else if (hasCredentials(given.url)) {
    throw refused('/url', 'must not contain a user or password');
  } else if (isSlackSecret(secret ?? undefined) && given.format !== 'slack') {
    throw refused('/secret', 'must begin with "whsec_": only Slack apps have another one');
  }
  await checkReach(given, resolve);
}

/** The guard decides again at every delivery: names may lead elsewhere by then. One that leads nowhere now may do so later. */
async function checkReach(given: Given, resolve: Resolve | undefined): Promise<void> {
  try {
    await resolve?.(placeOf(given));
  } catch (error) {
    if (!(error instanceof Undeliverable)) return;
    throw refused(
      given.kind === 'mail' ? '/host' : '/url',
      `is refused: ${error.message.replace(/\.$/u, '')}`,
    );
  }
}

function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}

function refused(pointer: string, message: string): EngineError {
  const complaints = [{ in: 'body', pointer, message }];
  return new EngineError('REQUEST_INVALID', { complaints });
}
