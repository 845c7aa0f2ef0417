// What `useChat` posts
// The whole conversation comes with every request; the server has it, so only what is new is read of it: the message at its end, or
// the answers in it.
import { isObject, type Json, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { ChatMessage } from '../chats/chat-input.ts';

export type UiRequest =
  | {
      readonly type: 'message';
      readonly id: string;
      readonly text: string;
      readonly history: readonly ChatMessage[];
    }
  | {
      readonly type: 'answers';
      readonly messageId: string;
      readonly answers: ReadonlyMap<string, Json>;
      /** The row up to which the client has been told, as the message says. */
      readonly row: number | undefined;
    }
  | { readonly type: 'regenerate' };

export function readUiRequest(body: JsonObject): UiRequest {
  if (body['trigger'] === 'regenerate-message') return { type: 'regenerate' };
  const messages = Array.isArray(body['messages']) ? body['messages'].filter(isObject) : [];
  const last = messages.at(-1);
  if (last === undefined) throw invalid('/messages', 'has no message');
  const at = `/messages/${messages.length - 1}`;
  const { id, role, metadata } = last;
  if (typeof id !== 'string' || id === '') throw invalid(`${at}/id`, 'is not a text');
  if (role === 'user') {
    if (partsOf(last).some(({ type }) => type === 'file'))
      throw invalid(`${at}/parts`, 'has a file: send text');
    const history = messages.slice(0, -1).map(toHistory);
    return { type: 'message', id, text: textOf(last), history };
  }
  const answers = new Map(partsOf(last).flatMap(readAnswer));
  if (answers.size === 0)
    throw invalid(at, 'is neither a message of the user nor one with an answer');
  const { row } = metadata !== undefined && isObject(metadata) ? metadata : {};
  return {
    type: 'answers',
    messageId: id,
    answers,
    row: typeof row === 'number' ? row : undefined,
  };
}

function partsOf({ parts }: JsonObject): readonly JsonObject[] {
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

function textOf(message: JsonObject): string {
  return partsOf(message)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n');
}

function toHistory(message: JsonObject): ChatMessage {
  const { role } = message;
  return { role: typeof role === 'string' ? role : 'user', content: textOf(message) };
}

/** By wait: approvals say which one; of any other question the call is the wait. */
function readAnswer(part: JsonObject): readonly (readonly [string, Json])[] {
  const { state, approval, toolCallId, output = null } = part;
  if (state === 'approval-responded' && approval !== undefined && isObject(approval)) {
    const { id, approved, reason } = approval;
    if (typeof id !== 'string' || typeof approved !== 'boolean') return [];
    const note = typeof reason === 'string' ? { note: reason } : {};
    return [[id, { decision: approved ? 'approve' : 'reject', ...note }]];
  }
  if (state !== 'output-available' || typeof toolCallId !== 'string') return [];
  return [[toolCallId, output]];
}

function invalid(pointer: string, message: string): EngineError {
  return new EngineError('REQUEST_INVALID', { complaints: [{ in: 'body', pointer, message }] });
}
