// Chunks as the parts of a message: what `useChat` begins with after a reload.
import { isObject, type Json, type JsonObject } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import { textIn } from '../../../values/text-in.ts';
import type { UiChunk } from './ui-chunks.ts';

export interface UiMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly JsonObject[];
  readonly metadata?: Json;
}

type Part = { [key: string]: Json };

export function userMessage(id: string, text: string): UiMessage {
  return { id, role: 'user', parts: [{ type: 'text', text }] };
}

export function foldChunks(id: string, chunks: readonly UiChunk[]): UiMessage {
  const parts: Part[] = [];
  const blocks = new Map<string, Part>();
  const calls = new Map<string, Part>();
  const data = new Map<string, Part>();
  let metadata: Json | undefined;
  for (const chunk of chunks) {
    const { type } = chunk;
    if (type === 'start-step') parts.push({ type: 'step-start' });
    else if (type === 'text-start' || type === 'reasoning-start')
      add(blocks, chunk['id'], { type: type.slice(0, -'-start'.length), text: '', state: 'done' });
    else if (type === 'text-delta' || type === 'reasoning-delta') say(chunk);
    else if (type === 'finish') metadata = chunk['messageMetadata'];
    else if (type.startsWith('data-')) keep(chunk);
    else if (type === 'tool-input-available') {
      const { toolCallId = '', toolName = '', input = null } = chunk;
      const part = { type: 'dynamic-tool', toolCallId, toolName, state: 'input-available', input };
      add(calls, toolCallId, part);
    } else change(chunk);
  }
  return { id, role: 'assistant', parts, ...withoutUndefined({ metadata }) };

  function add(known: Map<string, Part>, name: Json | undefined, part: Part): void {
    known.set(textIn(name), part);
    parts.push(part);
  }

  function say({ id: block, delta }: UiChunk): void {
    const part = blocks.get(textIn(block));
    if (part !== undefined) part['text'] = `${textIn(part['text'])}${textIn(delta)}`;
  }

  function keep({ type, id: name = '', data: value = null }: UiChunk): void {
    const part = data.get(`${type} ${textIn(name)}`);
    if (part !== undefined) part['data'] = value;
    else add(data, `${type} ${textIn(name)}`, { type, id: name, data: value });
  }

  function change(chunk: UiChunk): void {
    const part =
      chunk['toolCallId'] === undefined
        ? [...calls.values()].find(({ approval }) => approvalId(approval) === chunk['approvalId'])
        : calls.get(textIn(chunk['toolCallId']));
    if (part !== undefined) Object.assign(part, changes(chunk, part));
  }
}

function approvalId(approval: Json | undefined): Json | undefined {
  return approval !== undefined && isObject(approval) ? approval['id'] : undefined;
}

function changes({ type, ...chunk }: UiChunk, part: Part): Part {
  const { approvalId: id = '', approved = false, reason, output = null, errorText = '' } = chunk;
  const { approval } = part;
  const before = approval !== undefined && isObject(approval) ? approval : {};
  switch (type) {
    case 'tool-approval-request': {
      const why = reason === undefined ? {} : { requestReason: reason };
      return { state: 'approval-requested', approval: { id, ...why } };
    }
    case 'tool-approval-response':
      return { state: 'approval-responded', approval: { ...before, id, approved } };
    case 'tool-output-available':
      return { state: 'output-available', output };
    case 'tool-output-error':
      return { state: 'output-error', errorText };
    case 'tool-output-denied':
      return { state: 'output-denied', approval: { ...before, approved: false } };
    default:
      return {};
  }
}
