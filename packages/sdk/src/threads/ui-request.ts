// What `useChat` of the AI SDK posts
// The whole conversation comes with every request; the thread has it, so only what is new is read of it.
import { isObject, textOf, type Json, type JsonObject } from '@skein/kernel';
import type { SentFile } from './said-content.ts';

export type UiRequest =
  | {
      readonly type: 'message';
      readonly id: string;
      readonly text: string;
      readonly files: readonly SentFile[];
    }
  | {
      readonly type: 'decisions';
      /** The message that goes on. */
      readonly messageId: string;
      readonly decisions: readonly UiDecision[];
    }
  | { readonly type: 'regenerate' }
  | { readonly type: 'invalid'; readonly complaint: string };

export interface UiDecision {
  readonly approvalId: string;
  readonly approved: boolean;
  readonly note?: string;
}

export function readUiRequest(body: Json): UiRequest {
  if (!isObject(body) || !Array.isArray(body['messages']))
    return invalid('The body has no list of "messages".');
  if (body['trigger'] === 'regenerate-message') return { type: 'regenerate' };
  const last: Json | undefined = body['messages'].at(-1);
  if (!isObject(last) || !Array.isArray(last['parts']))
    return invalid('The last message has no list of "parts".');
  const id = typeof last['id'] === 'string' ? last['id'] : '';
  if (id === '') return invalid('The last message has no "id".');
  const parts = last['parts'].filter(isObject);
  if (last['role'] === 'user') return readMessage(id, parts);
  const decisions = parts.flatMap(readDecision);
  if (decisions.length > 0) return { type: 'decisions', messageId: id, decisions };
  return invalid('The last message is neither one of the user nor one with a decision.');
}

function readMessage(id: string, parts: readonly JsonObject[]): UiRequest {
  const files = parts.filter(({ type }) => type === 'file').map(readFile);
  if (files.some(({ url }) => url === '')) return invalid('A file has no "url" with its data.');
  const texts = parts.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  const text = texts.join('\n');
  if (text.trim() === '' && files.length === 0) return invalid('The last message is empty.');
  return { type: 'message', id, text, files };
}

function readFile({ filename, mediaType, url }: JsonObject): SentFile {
  const sent = { mediaType: textOf(mediaType ?? ''), url: textOf(url ?? '') };
  return typeof filename === 'string' ? { ...sent, name: filename } : sent;
}

function readDecision({ state, approval }: JsonObject): readonly UiDecision[] {
  if (state !== 'approval-responded' || !isObject(approval)) return [];
  const { id, approved, reason } = approval;
  if (typeof id !== 'string' || typeof approved !== 'boolean') return [];
  const decision = { approvalId: id, approved };
  return [typeof reason === 'string' ? { ...decision, note: reason } : decision];
}

function invalid(complaint: string): UiRequest {
  return { type: 'invalid', complaint };
}
