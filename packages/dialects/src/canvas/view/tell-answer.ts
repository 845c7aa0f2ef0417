import { isObject, ownValue, type WaitAnswered, type WaitExpired } from '@skein/kernel';
import type { Telling } from './telling.ts';

/** `accept` has normalised the answer of an approval; other waits, which a canvas lacks, are told as they are. */
export function tellAnswer(telling: Telling, { wait, answer }: WaitAnswered): void {
  const node = telling.waits.get(wait);
  if (node === undefined) return;
  telling.waits.delete(wait);
  const decision = isObject(answer) ? ownValue(answer, 'decision') : undefined;
  if (!isObject(answer) || (decision !== 'approve' && decision !== 'reject')) {
    telling.log(node.id, 'input_received', JSON.stringify(answer));
    return;
  }
  const given = ownValue(answer, 'note');
  const note = typeof given === 'string' ? given : '';
  telling.approvals.set(node.id, { decision, note });
  const said = decision === 'approve' ? 'User approved this step.' : 'User rejected this step.';
  telling.log(node.id, 'input_received', note === '' ? said : `${said} Feedback: ${note}`);
}

export function tellExpiry(telling: Telling, { wait }: WaitExpired): void {
  const node = telling.waits.get(wait);
  if (node === undefined) return;
  telling.waits.delete(wait);
  telling.log(node.id, 'warn', 'Nobody answered in time.');
}
