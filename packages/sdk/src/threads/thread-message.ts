import { EngineError } from '@skein/ports';
import type { SentFile } from './said-content.ts';

/** What a user says; with the same id it is said once, however often it is sent. */
export interface ThreadMessage {
  /** Default: a new one. */
  readonly id?: string;
  readonly text: string;
  /** Pictures and texts that come along. */
  readonly files?: readonly SentFile[];
}

/** Also for programs without types: a message that says nothing would be answered all the same. */
export function checkMessage(message: string | ThreadMessage): ThreadMessage {
  const said = typeof message === 'string' ? { text: message } : message;
  const isText = typeof said === 'object' && said !== null && typeof said.text === 'string';
  if (isText && (said.text.trim() !== '' || (said.files ?? []).length > 0)) return said;
  const complaint = isText ? 'It is empty.' : 'It is neither a text nor an object with a `text`.';
  const hint = 'Send a text, or { id, text, files }.';
  throw new EngineError('BAD_VALUE', { what: 'message', complaint }, { hint });
}
