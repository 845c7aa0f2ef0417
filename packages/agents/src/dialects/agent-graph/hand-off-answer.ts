// What a person says at a hand-off, normalised or refused before it is journaled.
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { Accepted, AskedQuestion } from '@skein/ports';
import { END } from './match-route.ts';

export type HandOffAnswer = {
  readonly action: 'answer' | 'route' | 'end';
  readonly message?: string;
  /** What a route was chosen by, and where it leads; null ends the run. */
  readonly next?: string;
  readonly to?: string | null;
};

const hint =
  'Answer with a text, { "action": "answer", "message" }, { "action": "route", "next" } or { "action": "end" }.';

const fields: ReadonlySet<string> = new Set(['action', 'message', 'next']);

export function acceptHandOff(answer: Json, { question }: AskedQuestion): Accepted {
  if (typeof answer === 'string') return accepted({ action: 'answer', message: answer });
  if (!isObject(answer)) return refused('The answer is neither a text nor an object.');
  const unread = Object.keys(answer).filter((key) => !fields.has(key));
  // A mistyped field would lose what the person said.
  if (unread.length > 0)
    return refused(`Nothing reads ${unread.map((key) => JSON.stringify(key)).join(', ')}.`);
  const action = ownValue(answer, 'action');
  const message = ownValue(answer, 'message') ?? undefined;
  if (message !== undefined && typeof message !== 'string')
    return refused('The message must be a text.');
  const said = message === undefined ? {} : { message };
  if (action === 'answer' || action === 'end') return accepted({ action, ...said });
  if (action === 'route') return acceptRoute(ownValue(answer, 'next'), said, question.data);
  return refused(`There is no action ${JSON.stringify(action ?? null)}.`);
}

function acceptRoute(
  next: Json | undefined,
  said: { readonly message?: string },
  data: Json | undefined,
): Accepted {
  const choices = choicesIn(data);
  const names = [...new Set([...choices.map(({ value }) => value), END])].join(', ');
  if (typeof next !== 'string') return refused(`A route needs "next", one of: ${names}.`);
  const choice = matchChoice(next, choices);
  if (choice === undefined) {
    return refused(`${JSON.stringify(next)} leads nowhere. "next" may be: ${names}.`);
  }
  return accepted({ action: 'route', ...said, next: choice.value, to: choice.to });
}

interface Choice {
  readonly value: string;
  readonly to: string | null;
}

const endChoice: Choice = { value: END, to: null };

/** The first with exactly this text, else the only one that differs only in case. */
function matchChoice(next: string, choices: readonly Choice[]): Choice | undefined {
  const all = [...choices, endChoice];
  const exact = all.find(({ value }) => value === next);
  if (exact !== undefined) return exact;
  const like = all.filter(({ value }) => value.toLowerCase() === next.toLowerCase());
  const isOne = new Set(like.map(({ value }) => value)).size === 1;
  return isOne ? like[0] : undefined;
}

function choicesIn(data: Json | undefined): readonly Choice[] {
  const choices = isObject(data) ? ownValue(data, 'choices') : undefined;
  // The question was made by the hand-off itself.
  return Array.isArray(choices) ? (choices as unknown as readonly Choice[]) : [];
}

function accepted(answer: HandOffAnswer): Accepted {
  return { ok: true, answer: { ...answer } };
}

function refused(message: string): Accepted {
  return { ok: false, message, hint };
}
