import { isObject, ownValue, type AnswerOf, type JsonObject } from '@skein/api';
import { whose } from '../../identity/identity.ts';
import { readInPieces } from '../../large/read-in-pieces.ts';
import type { Caller } from './caller.ts';

export interface Conversion {
  readonly definition: unknown;
  readonly to: string;
  readonly reading: { readonly dialect?: string };
}

/** A definition in another dialect, as an answer; a large one is converted in a thread, and its text is the answer. */
export async function convertGiven(
  { services, identity }: Caller,
  { definition, to, reading }: Conversion,
): Promise<{ readonly body: AnswerOf<'convertWorkflow'> } | Response> {
  const { workflows } = services.engine;
  const whole = await workflows.complete(definition, { ...reading, ...whose(identity) });
  const text = await services.large?.convert(whole, { to, reading, user: identity.owner });
  if (text !== undefined)
    return new Response(text, {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    });
  const made = workflows.convert(whole, to, reading);
  return { body: { ...made, losses: [...made.losses] } };
}

/** A saved definition in native form. */
export async function nativeForm(
  { services, identity }: Caller,
  { definition, dialect }: { readonly definition: unknown; readonly dialect: string },
): Promise<JsonObject> {
  const { workflows } = services.engine;
  const reading = { dialect };
  const whole = await workflows.complete(definition, { ...reading, ...whose(identity) });
  const text = await services.large?.convert(whole, {
    to: 'native',
    reading,
    user: identity.owner,
  });
  const made = text === undefined ? undefined : await readInPieces(text);
  const found = made !== undefined && isObject(made) ? ownValue(made, 'definition') : undefined;
  // The native form of a workflow is an object.
  return (found ?? workflows.convert(whole, 'native', reading).definition) as JsonObject;
}
