// Threads as messages of the AI SDK: what `useChat` begins with after a reload
// U1. Ids are those of the stream: a reply that goes on after a reload is the same message.
// U2. A turn that asks a person, failed or was stopped has no answer in the memory; what it has said and asks for is in its run. One that
//     is under way is left to the stream, which begins with its first word. What a stopped one was saying is kept beside it.
import { isObject, ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import { withoutUndefined, type ModelMessage } from '@skein/ports';
import type { PlainPart } from './read-parts.ts';
import { saidParts } from './said-content.ts';
import type { KeptTurn } from './thread-place.ts';

/** A message as `useChat` shows it. */
export interface UiMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly UiPart[];
  /** What else was told with it. */
  readonly metadata?: JsonObject;
}

export interface UiPart {
  readonly type: string;
  readonly [key: string]: Json;
}

export function replyIdOf(turn: string): string {
  return `reply-${turn}`;
}

/** `asked`: what the run of a turn that is not done has told, up to where a person must decide, or to its end. */
export function turnMessages(
  { id, messages, isDone, cutOff = '', about }: KeptTurn,
  asked: readonly PlainPart[],
): readonly UiMessage[] {
  const [said, ...answered] = messages;
  const user = {
    id,
    role: 'user' as const,
    parts: saidParts(said?.content ?? ''),
    ...withoutUndefined({ metadata: about }),
  };
  const parts = isDone
    ? answered.flatMap(answerParts(answered))
    : withCutOff(pausedParts(asked), cutOff);
  return parts.length === 0 ? [user] : [user, { id: replyIdOf(id), role: 'assistant', parts }];
}

/** What was being said when somebody stopped it stands before the note that it was stopped. */
function withCutOff(parts: readonly UiPart[], cutOff: string): readonly UiPart[] {
  if (cutOff === '' || parts.at(-1)?.type !== 'data-failure') return parts;
  return parts.toSpliced(-1, 0, { type: 'step-start' }, textPart(cutOff));
}

/** The results of calls are messages of their own, which belong to the calls. */
function answerParts(all: readonly ModelMessage[]) {
  const results = new Map(all.map((message) => [message.toolCallId, message.content]));
  return ({ role, content, toolCalls = [] }: ModelMessage): readonly UiPart[] => {
    if (role !== 'assistant') return [];
    const text = textOf(content ?? '');
    return [
      { type: 'step-start' },
      ...(text === '' ? [] : [textPart(text)]),
      ...toolCalls.map(({ id, name, arguments: input }) =>
        callPart({ id, name, input }, results.get(id)),
      ),
    ];
  };
}

function textPart(text: string): UiPart {
  return { type: 'text', text, state: 'done' };
}

function callPart(
  { id, name, input }: { readonly id: string; readonly name: string; readonly input: Json },
  result: Json | undefined,
): UiPart {
  const about = { type: `tool-${name}`, toolCallId: id };
  const { told, made = input } = toldBy(result ?? null);
  if (isFailure(told))
    return { ...about, state: 'output-error', input: made, errorText: textOf(told['error'] ?? '') };
  return { ...about, state: 'output-available', input: made, output: told };
}

/** The result itself. Where a person has changed what the model wanted, that is told beside it. */
function toldBy(result: Json): { readonly told: Json; readonly made?: Json } {
  if (!isObject(result) || typeof result['note'] !== 'string') return { told: result };
  const { note: _, arguments: made, ...rest } = result;
  if (made === undefined) return { told: result };
  const whole = ownValue(rest, 'result');
  if (whole !== undefined && Object.keys(rest).length === 1) return { told: whole, made };
  return isFailure(rest) ? { told: rest, made } : { told: result };
}

/** A call that failed is told as its error and nothing else; results of tools may have that key too. */
function isFailure(told: Json): told is JsonObject {
  return isObject(told) && typeof told['error'] === 'string' && Object.keys(told).length === 1;
}

/** Empty of a turn that goes on by itself. */
function pausedParts(told: readonly PlainPart[]): readonly UiPart[] {
  const end = told.at(-1);
  if (end?.type !== 'finish' || !['approval', 'error'].includes(end.reason)) return [];
  const parts: UiPart[] = [];
  const calls = new Map<string, number>();
  for (const part of told) {
    if (part.type === 'step-start') parts.push({ type: 'step-start' });
    if (part.type === 'text-delta') addText(parts, part.text);
    if (part.type === 'error')
      parts.push({ type: 'data-failure', data: { message: part.error, code: part.code } });
    if (!('toolCallId' in part) || part.type === 'tool-input-delta') continue;
    const at = calls.get(part.toolCallId) ?? parts.length;
    calls.set(part.toolCallId, at);
    parts[at] = { ...parts[at], ...toolPart(part) };
  }
  return parts;
}

function addText(parts: UiPart[], text: string): void {
  const last = parts.at(-1);
  if (last?.type === 'text')
    parts[parts.length - 1] = textPart(`${textOf(last['text'] ?? '')}${text}`);
  else parts.push(textPart(text));
}

type CallPart = Extract<PlainPart, { toolCallId: string }>;

function toolPart(part: Exclude<CallPart, { type: 'tool-input-delta' }>): UiPart {
  const about = { type: `tool-${part.toolName}`, toolCallId: part.toolCallId };
  switch (part.type) {
    case 'tool-call':
      return { ...about, state: 'input-available', input: part.input };
    case 'approval-request':
      return {
        ...about,
        state: 'approval-requested',
        input: part.input,
        approval: { id: part.approvalId },
      };
    case 'tool-result':
      return { ...about, state: 'output-available', input: part.input, output: outputOf(part) };
    case 'tool-error':
      return { ...about, state: 'output-error', errorText: part.error };
  }
}

function outputOf({ output }: { readonly output: unknown }): Json {
  // Results are JSON since they were recorded.
  return (output ?? null) as Json;
}
