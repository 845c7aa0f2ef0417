// Guarded effects
// An effect that must not happen twice, at a receiver that cannot tell. Its intent is journaled before it is begun; when an
// intent is found without an outcome, nobody knows whether the effect took place, and a person decides.
//
// G1. An effect is begun only after its intent is in the journal, and at most once per intent.
// G2. A failure that this process has seen is an outcome: it is journaled, and the next attempt may try again.
// G3. An intent without an outcome is never followed by another one, unless a person says so.
import { isObject, ownValue, type Json, type WaitQuestion } from '@skein/kernel';
import { withoutUndefined, type StepDecision } from '@skein/ports';

/** The part of an activation's journal that belongs to one effect. */
export interface GuardedJournal {
  has(key: string): boolean;
  record(key: string, value: Json): Promise<void>;
  ask(key: string, question: WaitQuestion): Promise<Json>;
}

/** What is about to be done, and who decides if it is not known whether it was. */
export interface Guarded {
  readonly intent: Json;
  readonly who?: readonly string[] | undefined;
}

export type Permission =
  | { readonly go: true; readonly failed: (message: string) => Promise<void> }
  /** A person knows the result, or gives it up. */
  | { readonly go: false; readonly decision: StepDecision };

/** Asks for leave to begin the effect of that key; `intent` says what is about to be done. */
export async function guardedEffect(
  journal: GuardedJournal,
  key: string,
  { intent, who }: Guarded,
): Promise<Permission> {
  for (let n = 1; ; n++) {
    if (!journal.has(`${key}?${n}`)) {
      await journal.record(`${key}?${n}`, intent);
      return { go: true, failed: (message) => journal.record(`${key}!${n}`, message) };
    }
    if (journal.has(`${key}!${n}`)) continue;
    const answer = await journal.ask(
      `${key}=${n}`,
      withoutUndefined({ ...outcomeQuestion(intent), who }),
    );
    const action = isObject(answer) ? ownValue(answer, 'action') : null;
    if (isObject(answer) && action === 'result') {
      return { go: false, decision: { result: ownValue(answer, 'result') ?? null } };
    }
    if (action !== 'retry') return { go: false, decision: { error: reasonOf(answer) } };
  }
}

function outcomeQuestion(intent: Json): WaitQuestion {
  return {
    kind: 'outcome',
    prompt:
      'The process ended while this was being done, so it is not known whether it took effect. Look there, then let it be done again, give its result, or let it fail.',
    data: intent,
    schema: {
      type: 'object',
      required: ['action'],
      properties: {
        action: { enum: ['retry', 'result', 'fail'] },
        result: { description: 'What it gave back, with the action "result".' },
        message: { type: 'string', description: 'Why it failed, with the action "fail".' },
      },
      additionalProperties: false,
    },
  };
}

function reasonOf(answer: Json): string {
  const said = isObject(answer) ? ownValue(answer, 'message') : undefined;
  return typeof said === 'string'
    ? said
    : 'It is not known whether it took effect, and it was given up.';
}
