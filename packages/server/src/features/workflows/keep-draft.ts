// Drafts that can be run
// A draft is a version like any other, so runs are pinned to it, explained and continued. It is the newest of nothing: triggers
// and starts that name no version never get it. It stops being a draft when the same definition is saved.
// A draft that names the version it was made from is kept only while that is the one that was saved last, so that nobody's
// work is replaced without a word. Two servers on one store may both accept one in the same instant: both stay versions.
import type { AnswerOf, Json, JsonObject } from '@skein/api';
import { EngineError, withoutUndefined } from '@skein/ports';
import { whose } from '../../identity/identity.ts';
import type { Caller } from './caller.ts';
import { inTurnOf } from './in-turn-of.ts';
import { checkLastSaved } from './last-saved.ts';
import { findWorkflow } from './save-workflow.ts';
import { savedBy, versionFacts, withFacts } from '../../values/version-facts.ts';

interface GivenDraft {
  readonly id: string;
  readonly dialect?: string | undefined;
  readonly definition: JsonObject;
  /** The version that it was made from, as an ETag. */
  readonly ifMatch?: string | undefined;
}

export function keepDraft(caller: Caller, given: GivenDraft): Promise<AnswerOf<'keepDraft'>> {
  return inTurnOf(caller, given.id, () => keep(caller, given));
}

async function keep(
  caller: Caller,
  { id, dialect, definition, ifMatch }: GivenDraft,
): Promise<AnswerOf<'keepDraft'>> {
  const { services, identity } = caller;
  const { workflows } = services.engine;
  const { user } = whose(identity);
  const newest = await findWorkflow(caller, id);
  if (newest === null) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
  const before = await workflows.versions(id, user);
  if (ifMatch !== undefined) checkLastSaved(ifMatch, { newest, versions: before });
  const options = {
    ...whose(identity),
    id,
    isHidden: true,
    isDraft: true,
    dialect: dialect ?? newest.dialect,
    ...withoutUndefined({ check: services.large?.checker(identity.owner) }),
  } as const;
  const save = (studio: Json | undefined) =>
    workflows.save(definition, { ...options, ...withoutUndefined({ studio }) });
  const facts = { ...savedBy(identity), isDraft: true };
  const { version, diagnostics } = await save(withFacts(newest.studio, facts));
  const known = before.find((each) => each.version === version);
  const isDraft = known === undefined || versionFacts(known.studio).isDraft === true;
  // It is a version already, and what is known of that stays.
  if (!isDraft) await save(known.studio);
  return { version, isDraft, diagnostics: [...diagnostics] };
}
