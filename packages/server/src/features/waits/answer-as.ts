// Answering a wait for somebody
// Over REST, by an MCP client, for a host of pipelines: the same checks. The engine writes into the audit log of whoever the run
// belongs to; what somebody did for others is in their own log too.
import { hasScope, mayAnswer, type Json, type PlainOr, type RunId, type WaitId } from '@skein/api';
import type { Engine } from '@skein/engine';
import { withoutUndefined, type WaitRecord } from '@skein/ports';
import { checkScope, type Identity } from '../../identity/identity.ts';
import { audit, viaOf, type AuditLog } from '../../records/audit.ts';

/** Whom an answer is from. */
export type AnswerIdentity = Pick<
  Identity,
  'user' | 'owner' | 'scopes' | 'groups' | 'roles' | 'via' | 'key' | 'caller'
>;

export interface AnswerServices extends AuditLog {
  readonly engine: Pick<Engine, 'waits'>;
}

export interface GivenAnswer {
  readonly wait: PlainOr<WaitId> | { readonly run: PlainOr<RunId>; readonly node?: string };
  readonly answer: Json;
  /** The run whose model gives it. */
  readonly caller?: PlainOr<RunId>;
  /** The owner for whom a model that may be of another program gives it. */
  readonly asModelOf?: string;
  /** Under which it is found again in the journal. */
  readonly key?: string;
}

/** Without an entry in the log of whoever answers, where there is none. */
export function giveAs(
  { waits }: Pick<Engine, 'waits'>,
  identity: AnswerIdentity,
  { wait, answer, ...more }: GivenAnswer,
): Promise<{ readonly wait: WaitId; readonly run: RunId }> {
  checkScope(identity, 'answer');
  const { user, groups, roles, caller = more.caller } = identity;
  const who = { by: user, groups, roles, via: viaOf(identity) };
  return waits.answer(wait, answer, withoutUndefined({ ...who, ...more, caller }));
}

export async function answerAs(
  services: AnswerServices,
  identity: AnswerIdentity,
  given: GivenAnswer,
): Promise<{ readonly wait: WaitId; readonly run: RunId }> {
  const { waits } = services.engine;
  const answered = await giveAs(services.engine, identity, given);
  const { user: owner = '' } = await waits.get(answered.wait);
  if (owner !== identity.owner) {
    await audit(services, identity, { action: 'wait.answer', subject: answered.wait });
  }
  return answered;
}

/** Whether an answer of this caller would be taken. */
export function canAnswer(
  identity: AnswerIdentity,
  question: Pick<WaitRecord['question'], 'who'>,
): boolean {
  return hasScope(identity.scopes, 'answer') && mayAnswer(question, identity);
}
