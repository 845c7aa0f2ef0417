// Facts in the UI message stream of the AI SDK (`ai` 7)
// U1. What is asked is a tool call: an approval is answered by `addToolApprovalResponse`, anything else by `addToolOutput`. The stream ends
//     at each pause, and the message goes on with the answer.
// U2. A step begins with what is said or called after a result: a hook that sends by itself looks at the questions of the last step.
// U3. After a failed attempt no step is taken back: `reset-step` would take away what other branches have said, too.
import { isObject, ownValue, type Json } from '@skein/api';
import type { AskedWait, Ending, Fact, PlacedFact } from '../facts/fact.ts';

/** One item of the stream. */
export interface UiChunk {
  readonly type: string;
  readonly [key: string]: Json;
}

export interface UiEncoder {
  start(messageId: string): readonly UiChunk[];
  encode(fact: PlacedFact): readonly UiChunk[];
  end(ending: Ending, run: string): readonly UiChunk[];
}

/** `canAnswer`: whether the reader may answer a wait; others are shown, and not asked. */
export function uiEncoder(canAnswer: (wait: AskedWait) => boolean): UiEncoder {
  let isInStep = false;
  let hasResult = false;
  let block: { readonly kind: 'text' | 'reasoning'; readonly id: string; step: string } | null =
    null;
  let blocks = 0;
  const endBlock = (): readonly UiChunk[] => {
    const ended = block === null ? [] : [{ type: `${block.kind}-end`, id: block.id }];
    block = null;
    return ended;
  };
  const endStep = (): readonly UiChunk[] => {
    const ended = [...endBlock(), ...(isInStep ? [{ type: 'finish-step' }] : [])];
    isInStep = false;
    hasResult = false;
    return ended;
  };
  const inStep = (): readonly UiChunk[] => {
    if (isInStep && !hasResult) return [];
    const ended = endStep();
    isInStep = true;
    return [...ended, { type: 'start-step' }];
  };
  const say = (kind: 'text' | 'reasoning', step: string, delta: string): readonly UiChunk[] => {
    const begun = inStep();
    const isSame = block?.kind === kind && block.step === step;
    const ended = isSame ? [] : endBlock();
    if (block === null) block = { kind, id: `${kind}-${++blocks}`, step };
    const { id } = block;
    const opened = isSame ? [] : [{ type: `${kind}-start`, id }];
    return [...begun, ...ended, ...opened, { type: `${kind}-delta`, id, delta }];
  };
  const result = (chunks: readonly UiChunk[]): readonly UiChunk[] => {
    const ended = endBlock();
    hasResult = true;
    return [...ended, ...chunks];
  };
  return {
    start: (messageId) => [{ type: 'start', messageId }],
    encode(fact) {
      switch (fact.type) {
        case 'text':
          return say(fact.role === 'answer' ? 'text' : 'reasoning', fact.step, fact.text);
        case 'reasoning':
          return say('reasoning', fact.step, fact.text);
        case 'step-started':
        case 'step-ended':
          return [...endBlock(), nodeChunk(fact)];
        case 'retry':
          return endBlock();
        case 'tool-call':
          return [...inStep(), ...endBlock(), callChunk(fact)];
        case 'tool-result':
          return result([
            { type: 'tool-output-available', toolCallId: fact.id, output: fact.output },
          ]);
        case 'tool-error':
          return result([errorChunk(fact)]);
        case 'wait-opened':
          return [...inStep(), ...endBlock(), ...askChunks(fact.wait, canAnswer(fact.wait))];
        case 'wait-closed':
          return result(closeChunks(fact, canAnswer(fact.wait)));
      }
    },
    end: (ending, run) => [...endStep(), ...finishChunks(ending, run)],
  };
}

function finishChunks(ending: Ending, run: string): readonly UiChunk[] {
  const messageMetadata = { run, row: ending.row, ...statusOf(ending) };
  const failed = ending.type === 'finished' ? failureChunks(ending) : [];
  return [...failed, { type: 'finish', finishReason: reasonOf(ending), messageMetadata }];
}

function errorChunk({ id, error, isRejected }: Extract<Fact, { type: 'tool-error' }>): UiChunk {
  return isRejected
    ? { type: 'tool-output-denied', toolCallId: id }
    : { type: 'tool-output-error', toolCallId: id, errorText: error };
}

function nodeChunk(fact: Extract<Fact, { type: 'step-started' | 'step-ended' }>): UiChunk {
  const status = fact.type === 'step-started' ? 'running' : fact.status;
  return { type: 'data-node', id: fact.step, data: { node: fact.node, status } };
}

function callChunk({ id, name, input }: { id: string; name: string; input: Json }): UiChunk {
  return { type: 'tool-input-available', toolCallId: id, toolName: name, input, dynamic: true };
}

/** The tool part that stands for a wait. */
function toolCallId({ id, call }: AskedWait): string {
  return call?.id ?? id;
}

function askChunks(wait: AskedWait, canAnswer: boolean): readonly UiChunk[] {
  const { id, kind, node, prompt, schema, data = null, call, who = [] } = wait;
  if (kind === 'event' || !canAnswer) {
    const shown = { wait: id, kind, node, prompt, who: [...who], isOpen: true };
    return [{ type: 'data-wait', id, data: shown }];
  }
  const about = { node, prompt, schema, data };
  const isToldCall = call !== undefined && call.id !== id;
  const name = call?.name ?? (kind === 'approval' ? 'approval' : 'ask');
  const input = call?.input ?? about;
  const asked = isToldCall ? [] : [callChunk({ id: toolCallId(wait), name, input })];
  if (kind !== 'approval') return asked;
  const reason = prompt === null ? {} : { reason: prompt };
  const request = { approvalId: id, toolCallId: toolCallId(wait), ...reason };
  return [...asked, { type: 'tool-approval-request', ...request }];
}

function closeChunks(
  { wait, answer }: Extract<Fact, { type: 'wait-closed' }>,
  canAnswer: boolean,
): readonly UiChunk[] {
  const { id, kind, call, node, prompt } = wait;
  if (kind === 'event' || !canAnswer)
    return [{ type: 'data-wait', id, data: { wait: id, kind, node, prompt, isOpen: false } }];
  const callId = toolCallId(wait);
  if (answer === undefined)
    return [{ type: 'tool-output-error', toolCallId: callId, errorText: 'Nobody has answered.' }];
  if (kind !== 'approval')
    return [{ type: 'tool-output-available', toolCallId: callId, output: answer }];
  const approved = isApproved(answer);
  const responded = { type: 'tool-approval-response', approvalId: id, approved };
  // What follows from it is told by the call itself.
  if (call !== undefined) return [responded];
  return [
    responded,
    approved
      ? { type: 'tool-output-available', toolCallId: callId, output: answer }
      : { type: 'tool-output-denied', toolCallId: callId },
  ];
}

function isApproved(answer: Json): boolean {
  if (answer === true || answer === 'approve') return true;
  return isObject(answer) && ownValue(answer, 'decision') === 'approve';
}

function statusOf(ending: Ending): { readonly status: string } {
  return { status: ending.type === 'paused' ? 'waiting' : ending.status };
}

function failureChunks({ status, error }: Extract<Ending, { type: 'finished' }>): UiChunk[] {
  if (status === 'cancelled') return [{ type: 'abort', reason: 'The run was cancelled.' }];
  return error === null ? [] : [{ type: 'error', errorText: `${error.message} (${error.code})` }];
}

function reasonOf(ending: Ending): string {
  if (ending.type === 'paused') return 'tool-calls';
  return ending.status === 'completed' || ending.status === 'stopped' ? 'stop' : 'error';
}
