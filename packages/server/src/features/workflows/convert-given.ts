import { isObject, ownValue, type AnswerOf, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
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
async function nativeForm(
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

/**
 * The same, also of a native draft with errors: whoever takes a part of it only needs that part to be right, and it is checked when it is
 * saved.
 */
export async function nativeDraft(
  caller: Caller,
  given: { readonly definition: unknown; readonly dialect: string },
): Promise<JsonObject> {
  try {
    return await nativeForm(caller, given);
  } catch (error) {
    const { definition, dialect } = given;
    const isInvalid = error instanceof EngineError && error.code === 'WORKFLOW_INVALID';
    // A saved definition is JSON.
    const written = definition as JsonObject;
    if (isInvalid && dialect === 'native' && isObject(written)) return written;
    throw error;
  }
}
