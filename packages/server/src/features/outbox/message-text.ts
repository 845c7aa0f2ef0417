import { isObject, ownValue, textAt } from '@skein/api';
import type { SentMessage } from './sent-message.ts';

export interface MessageText {
  readonly title: string;
  readonly text: string;
}

const titleLengthMax = 120;

/** What a person reads, without the link. */
export function messageText({ kind, data, linkUntil, run }: SentMessage): MessageText {
  const told = isObject(data) ? data : {};
  const workflow = ownValue(told, 'workflow') ?? null;
  const named = isObject(workflow) ? workflow : {};
  const name = textAt(named, 'name') ?? textAt(named, 'id') ?? 'workflow';
  const asked = textAt(told, 'prompt') || 'An answer is needed.';
  const until =
    linkUntil === null ? '' : `\nThe link works until ${new Date(linkUntil).toISOString()}.`;
  const what = textAt(told, 'kind') === 'approval' ? 'Approval needed' : 'Question';
  const status = textAt(told, 'status') ?? 'closed';
  const about = `Workflow: ${name}`;
  switch (kind) {
    case 'wait.opened':
      return { title: oneLine(`${what}: ${asked}`), text: `${asked}\n\n${about}${until}` };
    case 'wait.reminder':
      return {
        title: oneLine(`Reminder: ${asked}`),
        text: `Still waiting for an answer:\n${asked}\n\n${about}${until}`,
      };
    case 'wait.escalated':
      return {
        title: oneLine(`Nobody has answered: ${asked}`),
        text: `Nobody has answered yet:\n${asked}\n\n${about}${until}`,
      };
    case 'wait.closed':
      return {
        title: oneLine(`Closed: ${name}`),
        text: `A question is ${status}.\n\n${about}`,
      };
    case 'test':
      return { title: 'Test message', text: 'This is a test. Messages arrive here.' };
    case 'event.emitted': {
      const event = `${name}: ${textAt(told, 'name') ?? 'event'}`;
      return { title: oneLine(event), text: `${event}\nRun: ${run}` };
    }
    case 'task.changed':
    case 'run.finished':
    case 'run.failed': {
      const ended = `${name}: ${status}`;
      return { title: oneLine(ended), text: `${ended}\nRun: ${run}` };
    }
  }
}

/** A subject has no line breaks and no control characters. */
function oneLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const letters = Array.from(plain);
  return letters.length <= titleLengthMax
    ? plain
    : `${letters.slice(0, titleLengthMax - 1).join('')}…`;
}
