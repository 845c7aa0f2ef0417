// From the rows and tokens of a turn to the parts of its stream
// P1. Text is told once, whether it streamed or was recorded: each piece says where it begins in the text of its step, and what did
//     not stream follows from the record.
// P2. Thoughts and half-written inputs are in no journal: whoever comes late does not get them.
// P3. A stream ends where only a person can continue the turn. What tools do meanwhile is in the stream that follows the decision.
import {
  isObject,
  ownValue,
  textOf,
  type Derived,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import type { ThreadPart } from './thread-part.ts';
import type { ThreadUpdate } from './thread-host.ts';
import { summaryPath } from './summarize.ts';
import { replyNode } from './thread-workflow.ts';

/** Tools and answers as nobody knows their types here. */
export type PlainPart = ThreadPart<{ readonly [name: string]: PlainTool }, Json>;

interface PlainTool {
  execute(input: Json): unknown;
}

/** Gives the parts of one update after the other. */
export function partReader(): (update: ThreadUpdate) => readonly PlainPart[] {
  /** How much of the text of each model call was told. */
  const told = new Map<string, number>();
  const begin = (step: string): readonly PlainPart[] => {
    if (told.has(step)) return [];
    told.set(step, 0);
    return [{ type: 'step-start' }];
  };
  const tellText = (step: string, at: number, text: string): readonly PlainPart[] => {
    const begun = begin(step);
    const known = told.get(step) ?? 0;
    const rest = text.slice(Math.max(0, known - at));
    if (rest === '') return begun;
    told.set(step, at + text.length);
    return [...begun, { type: 'text-delta', text: rest }];
  };
  const readPiece = (data: JsonObject): readonly PlainPart[] => {
    const { type, step, text, at } = data;
    if (typeof step !== 'string' || typeof text !== 'string' || !isModelStep(step)) return [];
    if (type === 'token') return tellText(step, typeof at === 'number' ? at : 0, text);
    if (type === 'reasoning') return [...begin(step), { type: 'reasoning-delta', text }];
    if (type !== 'tool-input') return [];
    const toolCallId = textAt(data, 'callId');
    const toolName = textAt(data, 'name');
    return [...begin(step), { type: 'tool-input-delta', toolCallId, toolName, text }];
  };
  return (update) => {
    if (update.type === 'transient') return readPiece(update.data);
    const { event, derived } = update;
    const recorded =
      event.type === 'step.recorded' && isObject(event.value)
        ? readStep(event.key, event.value, tellText)
        : [];
    const facts = derived.flatMap((fact) => {
      if (fact.type === 'activation.retrying') told.clear();
      return readFact(fact);
    });
    return [...recorded, ...facts];
  };
}

/** Not one that only summarises what was said before. */
export function isModelStep(step: string): boolean {
  return step.startsWith('model') && !step.startsWith(summaryPath);
}

function readStep(
  key: string,
  value: JsonObject,
  tellText: (step: string, at: number, text: string) => readonly PlainPart[],
): readonly PlainPart[] {
  if (value['type'] === 'model' && isModelStep(key)) {
    const calls = Array.isArray(value['toolCalls']) ? value['toolCalls'].filter(isObject) : [];
    return [...tellText(key, 0, textOf(value['text'] ?? '')), ...calls.map(toCall)];
  }
  return value['type'] === 'tool' ? [toResult(value)] : [];
}

/** Steps and pieces are written by the loop of agents, which has texts there. */
function textAt(value: JsonObject, key: string): string {
  return textOf(ownValue(value, key) ?? '');
}

function toCall(call: JsonObject): PlainPart {
  const { arguments: input = null } = call;
  return {
    type: 'tool-call',
    toolCallId: textAt(call, 'id'),
    toolName: textAt(call, 'name'),
    input,
  };
}

function toResult(step: JsonObject): PlainPart {
  const { arguments: input = null, result, error, reason } = step;
  const about = { toolCallId: textAt(step, 'callId'), toolName: textAt(step, 'name') };
  if (error === undefined) return { type: 'tool-result', ...about, input, output: result ?? null };
  return { type: 'tool-error', ...about, error: textOf(error), isRejected: reason === 'rejected' };
}

/** What else is derived says nothing to whoever talks with the agent. */
function readFact(fact: Derived): readonly PlainPart[] {
  if (fact.type === 'wait.opened') return readQuestion(fact);
  if (fact.type === 'activation.retrying') return [{ type: 'retry', error: fact.failure.message }];
  if (fact.type === 'activation.failed') {
    const { message, code } = fact.failure;
    return [
      { type: 'error', error: message, code },
      { type: 'finish', reason: 'error' },
    ];
  }
  if (fact.type === 'activation.completed' && fact.node === replyNode)
    return [{ type: 'finish', reason: 'stop', output: fact.value ?? null }];
  return fact.type === 'run.status' && fact.status === 'cancelled' ? cancelled : [];
}

const cancelled: readonly PlainPart[] = [
  { type: 'error', error: 'The turn was cancelled.', code: 'CANCELLED' },
  { type: 'finish', reason: 'error' },
];

function readQuestion({
  wait,
  question,
}: Extract<Derived, { type: 'wait.opened' }>): readonly PlainPart[] {
  const { kind, prompt = '', data } = question;
  if (kind !== 'approval' || !isObject(data) || typeof data['tool'] !== 'string') {
    const asked = { type: 'question' as const, questionId: wait, prompt };
    return [asked, { type: 'finish', reason: 'question' }];
  }
  const { tool: toolName, arguments: input = null } = data;
  const call = { approvalId: wait, toolCallId: textAt(data, 'callId'), toolName, input };
  return [
    { type: 'approval-request', ...call },
    { type: 'finish', reason: 'approval' },
  ];
}
