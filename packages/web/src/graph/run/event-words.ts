import { isObject, type RunEvent } from '@skein/kernel';
import { textAt } from '../own-keys.ts';

/** A journal row in one line: its node, and what was recorded. */
export function eventWords(event: RunEvent): string {
  const node = 'node' in event ? event.node : '';
  return [node, event.type === 'step.recorded' ? recordedWords(event) : '']
    .filter(Boolean)
    .join(' · ');
}

function recordedWords({ key, value }: Extract<RunEvent, { type: 'step.recorded' }>): string {
  if (value === undefined || !isObject(value)) return key;
  const name = textAt(value, 'name') || textAt(value, 'model');
  const agent = textAt(value, 'nodeName');
  return [textAt(value, 'type') || key, agent || name].filter(Boolean).join(' ');
}
