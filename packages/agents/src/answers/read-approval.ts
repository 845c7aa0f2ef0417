// Answers to an approval
// A decision is never guessed: what a person agreed to may send money. A text decides only if it is one of the published words
// and nothing else, because "do not approve", "who approves this?" and "ok, but reject it" all contain one.
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { Accepted } from '@skein/ports';

export interface ApprovalAnswer {
  readonly decision: 'approve' | 'reject';
  readonly note: string;
}

export type ReadApproval =
  | { readonly ok: true; readonly decided: ApprovalAnswer }
  | (Accepted & { readonly ok: false });

interface ApprovalRules {
  /** Whether fields beside the decision and the note are part of a form, which is checked elsewhere; otherwise nothing reads them. */
  readonly hasForm?: boolean;
  /** Further fields that somebody reads, and checks. */
  readonly takes?: readonly string[];
  /** What a text means that is no decision: it is refused, or it is the note of a rejection. */
  readonly otherText?: 'refuse' | 'reject';
}

const published: Readonly<Record<ApprovalAnswer['decision'], readonly string[]>> = {
  approve: ['approve', 'approved', 'yes', 'ok', 'okay'],
  reject: ['reject', 'rejected', 'no'],
};

const hint = `Answer ${wordsOf('approve')} or ${wordsOf('reject')}. A note has its own field: { "decision": "approve", "note": "a text" }.`;

/** The decision, or a refusal that names the choices. */
export function readApproval(answer: Json, rules: ApprovalRules = {}): ReadApproval {
  if (typeof answer === 'boolean') return decide(answer ? 'approve' : 'reject');
  if (typeof answer === 'string') return readText(answer, rules);
  if (isObject(answer)) return readFields(answer, rules);
  return undecided(answer);
}

function readText(text: string, { otherText }: ApprovalRules): ReadApproval {
  const decision = decisionOf(text);
  if (decision !== undefined) return decide(decision);
  const note = text.trim();
  return otherText === 'reject' && note !== '' ? decide('reject', note) : undecided(text);
}

function readFields(
  answer: { readonly [key: string]: Json },
  { hasForm = false, takes = [] }: ApprovalRules,
): ReadApproval {
  const said = ownValue(answer, 'decision');
  const decision = typeof said === 'string' ? decisionOf(said) : undefined;
  if (decision === undefined) return undecided(said ?? answer);
  const note = Object.hasOwn(answer, 'note') ? ownValue(answer, 'note') : '';
  if (typeof note !== 'string') return refuse('The note beside approve or reject must be a text.');
  const read = new Set(['decision', 'note', ...takes]);
  const others = Object.keys(answer).filter((key) => !read.has(key));
  if (hasForm || others.length === 0) return decide(decision, note);
  const names = others.map((key) => `"${key}"`).join(', ');
  return refuse(`Nothing reads ${cut(names)} beside approve or reject.`);
}

/** A question mark is not stripped: a question decides nothing. */
function decisionOf(text: string): ApprovalAnswer['decision'] | undefined {
  const word = text
    .trim()
    .replace(/[\s.!]+$/u, '')
    .toLowerCase();
  if (published.approve.includes(word)) return 'approve';
  return published.reject.includes(word) ? 'reject' : undefined;
}

function decide(decision: ApprovalAnswer['decision'], note = ''): ReadApproval {
  return { ok: true, decided: { decision, note } };
}

function undecided(answer: Json): ReadApproval {
  return refuse(
    `The answer ${describe(answer)} decides nothing: answer approve or reject, and nothing else.`,
  );
}

function refuse(message: string): ReadApproval {
  return { ok: false, message, hint };
}

function describe(answer: Json): string {
  if (typeof answer === 'string') return `"${cut(answer)}"`;
  if (!isObject(answer)) return Array.isArray(answer) ? '(a list)' : JSON.stringify(answer);
  return `(an object with the keys ${cut(Object.keys(answer).join(', ') || 'none')})`;
}

function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function wordsOf(decision: ApprovalAnswer['decision']): string {
  const [word, ...others] = published[decision];
  return `${word} (or ${others.join(', ')})`;
}
