// Facts as events of AG-UI 1.0
// G1. A run of the protocol ends at a pause, with an interrupt for each question; the next one brings the answers and goes on.
// G2. Everything that was begun is ended before `RUN_FINISHED`: clients refuse a stream in which a step or a text is still open.
import type { Json, JsonObject } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import type { AskedWait, Ending, PlacedFact } from '../facts/fact.ts';
import { failureOf } from '../facts/failure-of.ts';

export interface AgUiEncoder {
  start(): readonly JsonObject[];
  encode(fact: PlacedFact): readonly JsonObject[];
  end(ending: Ending): readonly JsonObject[];
}

export interface AgUiRun {
  readonly threadId: string;
  readonly runId: string;
  /** Makes ids of messages that no other part of the thread has. */
  readonly name: string;
  readonly canAnswer: (wait: AskedWait) => boolean;
}

export function agUiEncoder({ threadId, runId, name, canAnswer }: AgUiRun): AgUiEncoder {
  const steps = new Set<string>();
  let block: { readonly id: string; readonly kind: 'TEXT' | 'REASONING'; step: string } | null =
    null;
  let messages = 0;
  const nextId = () => `${name}-${++messages}`;
  const endBlock = (): readonly JsonObject[] => {
    if (block === null) return [];
    const { id: messageId, kind } = block;
    block = null;
    if (kind === 'TEXT') return [{ type: 'TEXT_MESSAGE_END', messageId }];
    return [
      { type: 'REASONING_MESSAGE_END', messageId },
      { type: 'REASONING_END', messageId },
    ];
  };
  const say = (kind: 'TEXT' | 'REASONING', step: string, delta: string): readonly JsonObject[] => {
    const isSame = block?.kind === kind && block.step === step;
    const ended = isSame ? [] : endBlock();
    block ??= { id: nextId(), kind, step };
    const { id: messageId } = block;
    const text = [
      { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
    ];
    const thought = [
      { type: 'REASONING_START', messageId },
      { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId, delta },
    ];
    const told = kind === 'TEXT' ? text : thought;
    return [...ended, ...(isSame ? told.slice(-1) : told)];
  };
  const endStep = (stepName: string): readonly JsonObject[] =>
    steps.delete(stepName) ? [{ type: 'STEP_FINISHED', stepName }] : [];
  return {
    start: () => [{ type: 'RUN_STARTED', threadId, runId }],
    encode(fact) {
      switch (fact.type) {
        case 'text':
          return say(fact.role === 'answer' ? 'TEXT' : 'REASONING', fact.step, fact.text);
        case 'reasoning':
          return say('REASONING', fact.step, fact.text);
        case 'step-started':
          steps.add(fact.step);
          return [...endBlock(), { type: 'STEP_STARTED', stepName: fact.step }];
        case 'step-ended':
          return [...endBlock(), ...endStep(fact.step)];
        case 'tool-call':
          return [...endBlock(), ...callEvents(fact)];
        case 'tool-result':
          return [...endBlock(), resultEvent(nextId(), fact.id, fact.output)];
        case 'tool-error':
          return [...endBlock(), resultEvent(nextId(), fact.id, { error: fact.error })];
        case 'retry':
        case 'wait-opened':
        case 'wait-closed':
          return endBlock();
      }
    },
    end: (ending) => [
      ...endBlock(),
      ...[...steps].flatMap(endStep),
      lastEvent(ending, { threadId, runId, canAnswer }),
    ],
  };
}

function lastEvent(
  ending: Ending,
  { threadId, runId, canAnswer }: Omit<AgUiRun, 'name'>,
): JsonObject {
  const finished = { type: 'RUN_FINISHED', threadId, runId };
  if (ending.type === 'paused') {
    const asked = ending.waits.filter((wait) => wait.kind !== 'event' && canAnswer(wait));
    return { ...finished, outcome: { type: 'interrupt', interrupts: asked.map(interruptOf) } };
  }
  if (ending.status === 'cancelled') return { ...finished, outcome: { type: 'cancelled' } };
  const error = failureOf(ending);
  if (error !== null) return { type: 'RUN_ERROR', message: error.message, code: error.code };
  return { ...finished, result: ending.output, outcome: { type: 'success' } };
}

function callEvents({ id, name, input }: Extract<PlacedFact, { type: 'tool-call' }>): JsonObject[] {
  return [
    { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name },
    { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(input) },
    { type: 'TOOL_CALL_END', toolCallId: id },
  ];
}

function resultEvent(messageId: string, toolCallId: string, output: Json): JsonObject {
  const content = typeof output === 'string' ? output : JSON.stringify(output);
  return { type: 'TOOL_CALL_RESULT', messageId, toolCallId, content, role: 'tool' };
}

const decision = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, note: { type: 'string' } },
  required: ['approved'],
};

function interruptOf(wait: AskedWait): JsonObject {
  const { id, kind, prompt, schema, call, data, node, deadline } = wait;
  const toolCallId = call?.id === id ? undefined : call?.id;
  const isSchema = typeof schema === 'object' && schema !== null && !Array.isArray(schema);
  const responseSchema = kind === 'approval' ? decision : isSchema ? schema : undefined;
  return {
    id,
    reason: kind === 'approval' ? 'approval' : 'input',
    ...withoutUndefined({ message: prompt ?? undefined, toolCallId, responseSchema }),
    ...withoutUndefined({ expiresAt: deadline ?? undefined }),
    metadata: { node, ...withoutUndefined({ data }) },
  };
}
