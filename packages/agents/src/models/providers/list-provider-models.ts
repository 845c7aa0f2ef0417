// The models of a provider, by asking it
// A list is only an aid for people: names that it lacks can be called all the same.
import { isObject, ownValue, textOf, type Json } from '@skein/kernel';
import { networkTrouble } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import { connect } from './open-provider.ts';
import type { ModelSettings, ProviderSecrets, ProviderType } from './provider-settings.ts';

const waitMs = 15_000;
const namesMax = 1000;

/** Sorted by name; fails with what the provider says. */
export async function listProviderModels(
  id: string,
  settings: ModelSettings,
  secrets: ProviderSecrets,
): Promise<readonly string[]> {
  const { type, connection } = await connect(id, settings, secrets);
  const { apiKey, baseURL = '', fetch, redact } = connection;
  const headers = { ...connection.settings.headers, ...keyHeaders(type, apiKey) };
  const address = `${baseURL.replace(/\/$/, '')}/models`;
  let answer: Response;
  try {
    answer = await fetch(address, { headers, signal: AbortSignal.timeout(waitMs) });
  } catch (error) {
    throw failed(id, redact(`it did not answer: ${whyNot(error, address)}`));
  }
  const text = await answer.text();
  if (!answer.ok) throw refused(id, answer.status, redact(saidIn(text)).slice(0, 200));
  return [...new Set(namesIn(text))].toSorted().slice(0, namesMax);
}

/** A time that is over has no words of the system. */
function whyNot(error: unknown, address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  const trouble = networkTrouble(error, host);
  if (trouble !== null) return `${trouble.says}. ${trouble.hint}`;
  if (error instanceof Error && error.name === 'TimeoutError')
    return `nothing came within ${waitMs / 1000} seconds. Check the address and the port.`;
  return error instanceof Error ? error.message : String(error);
}

function keyHeaders(type: ProviderType, key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  if (type === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  if (type === 'google') return { 'x-goog-api-key': key };
  return { authorization: `Bearer ${key}` };
}

/** `data` of OpenAI and Anthropic, `models` of Google, whose names say that they are models. */
function namesIn(text: string): readonly string[] {
  let body: Json;
  try {
    // JSON.parse gives JSON.
    body = JSON.parse(text) as Json;
  } catch {
    return [];
  }
  if (!isObject(body)) return [];
  const listed = ownValue(body, 'data') ?? ownValue(body, 'models') ?? [];
  const items: readonly Json[] = Array.isArray(listed) ? listed : [];
  return items
    .filter(isObject)
    .map((item) => textOf(ownValue(item, 'id') ?? ownValue(item, 'name') ?? ''))
    .map((name) => name.replace(/^models\//, ''))
    .filter((name) => name !== '');
}

/** The sentence inside of an error as providers tell it, else all of it. */
function saidIn(text: string): string {
  try {
    // JSON.parse gives JSON.
    const body = JSON.parse(text) as Json;
    const error = isObject(body) ? (ownValue(body, 'error') ?? body) : body;
    const message = isObject(error) ? ownValue(error, 'message') : error;
    return typeof message === 'string' ? message : text;
  } catch {
    return text;
  }
}

function refused(provider: string, status: number, said: string): Error {
  if (status !== 401) return failed(provider, `it answered with status ${status}: ${said}`);
  return failureError({
    code: 'MODEL_CALL_FAILED',
    message: `Wrong API key. "${provider}" answered: ${said}`,
    retry: 'never',
    data: { provider, status },
  });
}

function failed(provider: string, what: string): Error {
  return failureError({
    code: 'MODEL_CALL_FAILED',
    message: `The models of "${provider}" cannot be listed: ${what}`,
    retry: 'never',
    data: { provider },
  });
}
