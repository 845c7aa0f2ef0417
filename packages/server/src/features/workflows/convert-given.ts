import type { AnswerOf } from '@skein/api';
import { whose } from '../../identity/identity.ts';
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
