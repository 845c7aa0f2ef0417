import { detectDialect, isObject, type AnswerOf, type Json } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import { whose } from '../../identity/identity.ts';
import type { Caller } from './caller.ts';

/** A definition as it was sent: a large one is not read yet. */
export interface GivenDefinition extends Caller {
  readonly body: Json;
  readonly bytes: Uint8Array;
  readonly isUnread: boolean;
  readonly readBody: () => Promise<Json>;
  readonly query: { readonly dialect?: string; readonly start?: string };
}

/** All diagnostics, and what the host lacks. */
export async function validateDefinition(
  given: GivenDefinition,
): Promise<AnswerOf<'validateWorkflow'>> {
  const { services, identity, query, bytes } = given;
  const { workflows } = services.engine;
  const checked = given.isUnread
    ? await services.large?.checkText(bytes, query, identity.owner)
    : undefined;
  if (checked !== undefined) {
    // The text of the definition is not read here: what stands for it refers to nothing.
    const options = { ...query, ...whose(identity), check: async () => checked };
    return toAnswer(await workflows.preflight(null, options), checked.dialect, query);
  }
  const body = given.isUnread ? await given.readBody() : given.body;
  const check = services.large?.checker(identity.owner);
  const options = { ...query, ...whose(identity), ...withoutUndefined({ check }) };
  const detected = isObject(body) ? (detectDialect(body)?.name ?? null) : null;
  return toAnswer(await workflows.preflight(body, options), detected, query);
}

type Answer = AnswerOf<'validateWorkflow'>;

function toAnswer(
  diagnostics: readonly Answer['diagnostics'][number][],
  detected: Answer['dialect'],
  { dialect }: GivenDefinition['query'],
): Answer {
  const valid = diagnostics.every(({ severity }) => severity !== 'error');
  // The schema of the query lists the dialects.
  const named = dialect as Answer['dialect'] | undefined;
  return { valid, dialect: named ?? detected, diagnostics: [...diagnostics] };
}
