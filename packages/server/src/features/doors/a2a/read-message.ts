// Messages of A2A
// Names are written as in JSON (`messageId`) or as in the protocol's own files (`message_id`): both are read.
import { isObject, type Json, type JsonObject } from '@skein/api';
import { A2aError } from './a2a-error.ts';

export interface A2aMessage {
  readonly id: string;
  readonly context: string | undefined;
  readonly task: string | undefined;
  readonly text: string;
  readonly data: Json | undefined;
  /** The question that it answers, if it says so. */
  readonly wait: string | undefined;
}

export function valueAt(object: JsonObject, name: string): Json | undefined {
  return object[name] ?? object[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

export function textAt(object: JsonObject, name: string): string | undefined {
  const value = valueAt(object, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function objectAt(object: JsonObject, name: string): JsonObject {
  const value = valueAt(object, name);
  return value !== undefined && isObject(value) ? value : {};
}

export function readMessage(params: JsonObject): A2aMessage {
  const message = objectAt(params, 'message');
  const id = textAt(message, 'messageId');
  if (id === undefined || id.length > idMax)
    throw new A2aError(
      'invalidParams',
      `message.messageId is not a text of 1 to ${idMax} characters.`,
    );
  const given = valueAt(message, 'parts');
  const parts = Array.isArray(given) ? given.filter(isObject) : [];
  if (parts.length === 0) throw new A2aError('invalidParams', 'message.parts has no part.');
  if (parts.some((part) => part['text'] === undefined && part['data'] === undefined))
    throw new A2aError('contentType', 'Only parts with text or data are taken.');
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return {
    id,
    context: textAt(message, 'contextId'),
    task: textAt(message, 'taskId'),
    text: texts.join('\n'),
    data: parts.find(({ data }) => data !== undefined)?.['data'],
    wait: textAt(objectAt(message, 'metadata'), 'wait'),
  };
}

const idMax = 200;
