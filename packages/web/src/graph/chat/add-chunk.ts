// The parts of an answer that streams
// The pieces of the AI SDK become the parts that the server tells of the message afterwards, so nothing moves when the answer is complete.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { textAt } from '../own-keys.ts';

export type Parts = readonly JsonObject[];

export function addChunk(parts: Parts, chunk: JsonObject): Parts {
  const type = textAt(chunk, 'type');
  switch (type) {
    case 'text-start':
      return [...parts, { type: 'text', text: '' }];
    case 'text-delta':
      return addText(parts, 'text', textAt(chunk, 'delta'));
    case 'reasoning-start':
      return [...parts, { type: 'reasoning', text: '' }];
    case 'reasoning-delta':
      return addText(parts, 'reasoning', textAt(chunk, 'delta'));
    case 'tool-input-start':
    case 'tool-input-available':
      return setCall(parts, chunk, {
        type: `tool-${textAt(chunk, 'toolName')}`,
        state: type === 'tool-input-start' ? 'input-streaming' : 'input-available',
        ...pick(chunk, 'input'),
      });
    case 'tool-approval-request':
      return setCall(parts, chunk, {
        state: 'approval-requested',
        approval: { id: textAt(chunk, 'approvalId') },
      });
    case 'tool-output-available':
      return setCall(parts, chunk, { state: 'output-available', ...pick(chunk, 'output') });
    case 'tool-output-error':
      return setCall(parts, chunk, { state: 'output-error', ...pick(chunk, 'errorText') });
    case 'tool-output-denied':
      return setCall(parts, chunk, { state: 'output-error', errorText: 'Rejected.' });
    case 'error':
      return [...parts, { type: 'data-failure', data: { message: textAt(chunk, 'errorText') } }];
    default:
      return parts;
  }
}

/** All text of a message, to be copied. */
export function textOfParts(parts: Parts): string {
  return parts
    .flatMap((part) => (part['type'] === 'text' ? [textAt(part, 'text')] : []))
    .filter((text) => text !== '')
    .join('\n\n');
}

function addText(parts: Parts, type: string, text: string): Parts {
  const last = parts.at(-1);
  if (last?.['type'] !== type) return [...parts, { type, text }];
  return parts.with(-1, { ...last, text: textAt(last, 'text') + text });
}

/** The input as a person has changed it comes with the result. */
function setCall(parts: Parts, chunk: JsonObject, change: JsonObject): Parts {
  const id = textAt(chunk, 'toolCallId');
  const at = parts.findIndex((part) => ownValue(part, 'toolCallId') === id);
  if (at === -1) return [...parts, { toolCallId: id, ...change }];
  return parts.with(at, { ...parts[at], ...change });
}

function pick(chunk: JsonObject, key: string): JsonObject {
  const value = ownValue(chunk, key);
  return value === undefined ? {} : { [key]: value };
}

/** Why a turn has ended without an answer; null where it has none. */
export function failureIn(part: JsonObject): { readonly message: string; code: string } | null {
  const data: Json = part['type'] === 'data-failure' ? (part['data'] ?? null) : null;
  if (!isObject(data)) return null;
  return { message: textAt(data, 'message'), code: textAt(data, 'code') };
}
