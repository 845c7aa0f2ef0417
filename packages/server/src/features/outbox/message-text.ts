import { answererText, isObject, ownValue, textAt, type JsonObject } from '@skein/api';
import { argumentText, askedCall } from '../../values/asked-call.ts';
import type { SentMessage } from './sent-message.ts';

export interface MessageText {
  readonly title: string;
  readonly text: string;
}

const titleLengthMax = 120;
/** Of the arguments of a call: enough to know what is approved, and the page behind the link has all of it. */
const callLengthMax = 1500;

/** What a person reads, without the link. */
export function messageText({ kind, data, linkUntil, run }: SentMessage): MessageText {
  const told = isObject(data) ? data : {};
  const workflow = ownValue(told, 'workflow') ?? null;
  const named = isObject(workflow) ? workflow : {};
  const name = textAt(named, 'name') ?? textAt(named, 'id') ?? 'workflow';
  const asked = textAt(told, 'prompt') || 'An answer is needed.';
  const question = `${asked}${callIn(told)}`;
  const until =
    linkUntil === null
      ? askedOf(told)
      : `\nThe link works until ${new Date(linkUntil).toISOString()}.`;
  const what = textAt(told, 'kind') === 'approval' ? 'Approval needed' : 'Question';
  const status = textAt(told, 'status') ?? 'closed';
  const about = `Workflow: ${name}`;
  switch (kind) {
    case 'wait.opened':
      return { title: oneLine(`${what}: ${asked}`), text: `${question}\n\n${about}${until}` };
    case 'wait.reminder':
      return {
        title: oneLine(`Reminder: ${asked}`),
        text: `Still waiting for an answer:\n${question}\n\n${about}${until}`,
      };
    case 'wait.escalated':
      return {
        title: oneLine(`Nobody has answered: ${asked}`),
        text: `Nobody has answered yet:\n${question}\n\n${about}${until}`,
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

/** Nobody approves a call in a chat or a mail without seeing what it does. */
function callIn(told: JsonObject): string {
  const call = askedCall(ownValue(told, 'data'));
  if (call === undefined) return '';
  const lines = Object.entries(call.arguments).map(([name, value]) =>
    `${name}: ${argumentText(value)}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
  );
  const text = lines.map((line) => `\n  ${line}`).join('');
  const isCut = text.length > callLengthMax;
  return isCut ? `${text.slice(0, callLengthMax)}…\n  (and more)` : text;
}

/** Whoever is told without a link learns who answers. */
function askedOf(told: JsonObject): string {
  const who = ownValue(told, 'who') ?? null;
  const names = Array.isArray(who) ? who.filter((name) => typeof name === 'string') : [];
  if (names.length === 0) return '';
  return `\nIt asks ${names.map(answererText).join(', ')}: they answer it in their inbox.`;
}

/** A subject has no line breaks and no control characters. */
function oneLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const letters = Array.from(plain);
  return letters.length <= titleLengthMax
    ? plain
    : `${letters.slice(0, titleLengthMax - 1).join('')}…`;
}
