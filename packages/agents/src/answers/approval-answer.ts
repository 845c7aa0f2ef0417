// Answers to an approval
// People answer in their own words; the decision must never be guessed. A word counts only when it stands alone: joined
// by a hyphen or an apostrophe it is a different word ("no-brainer" does not reject anything).
import { isObject, type Json } from '@skein/kernel';

export interface ApprovalAnswer {
  readonly decision: 'approve' | 'reject';
  readonly note: string;
}

const decisions: ReadonlyMap<string, ApprovalAnswer['decision']> = new Map([
  ['approve', 'approve'],
  ['approved', 'approve'],
  ['yes', 'approve'],
  ['ok', 'approve'],
  ['okay', 'approve'],
  ['reject', 'reject'],
  ['rejected', 'reject'],
  ['no', 'reject'],
]);

/** The normalised answer; undefined if it says neither approve nor reject, or both. */
export function approvalAnswer(answer: Json): ApprovalAnswer | undefined {
  if (typeof answer === 'boolean') return { decision: answer ? 'approve' : 'reject', note: '' };
  if (typeof answer === 'string') return fromText(answer);
  if (!isObject(answer) || typeof answer['decision'] !== 'string') return undefined;
  const decided = fromText(answer['decision']);
  if (decided === undefined || !Object.hasOwn(answer, 'note')) return decided;
  const note = answer['note'];
  if (typeof note !== 'string') return undefined;
  return note === '' ? decided : { decision: decided.decision, note };
}

function fromText(text: string): ApprovalAnswer | undefined {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}_]+)*/gu)];
  const [first] = words;
  if (first === undefined) return undefined;
  const decision = decisions.get(first[0].toLowerCase());
  if (decision !== undefined) {
    const rest = text.slice(first.index + first[0].length);
    return { decision, note: rest.replace(/^[\p{P}\s]+/u, '').trim() };
  }
  const said = new Set(words.map(([word]) => word.toLowerCase()));
  if (said.has('approve') === said.has('reject')) return undefined;
  return { decision: said.has('approve') ? 'approve' : 'reject', note: text.trim() };
}
