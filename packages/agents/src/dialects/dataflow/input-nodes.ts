// What comes from people, or stands for it.
import {
  isObject,
  ownValue,
  textOf,
  type Json,
  type NodeResult,
  type WaitQuestion,
} from '@skein/kernel';
import type { Accepted, NodeBehaviour, NodeCall } from '@skein/ports';
import { readApproval } from '../../answers/read-approval.ts';

export const userInputNode: NodeBehaviour = {
  description: 'Asks a person and passes the answer on.',
  run: async (call, io) => say(textOf(await io.wait(questionOf('input', call)))),
  accept: (answer) => ({ ok: true, answer: textOf(unwrap(answer)) }),
};

export const manualInputNode: NodeBehaviour = {
  description: 'Passes on a fixed message, as if a person had said it.',
  run: ({ config }) => say(textOf(ownValue(config, 'message') ?? '')),
};

export const approvalGateNode: NodeBehaviour = {
  description: 'Waits until a person approves or rejects, then passes its data on.',
  run: async (call, io): Promise<NodeResult> => {
    const answer = await io.wait(questionOf('approval', call));
    const read = readApproval(answer);
    const isApproved = read.ok && read.decided.decision === 'approve';
    const data = ownValue(call.inputs, 'data') ?? null;
    return { value: answer, ports: { [isApproved ? 'approved' : 'rejected']: data } };
  },
  accept: acceptDecision,
};

function say(message: string): NodeResult {
  return {
    value: message,
    ports: { message, data: message, context: null },
    context: { set: { currentOutput: message } },
  };
}

function questionOf(kind: string, { config }: NodeCall): WaitQuestion {
  const prompt = ownValue(config, 'prompt');
  return typeof prompt === 'string' ? { kind, prompt } : { kind };
}

/** `{ "message": … }` means its message. */
export function unwrap(answer: Json): Json {
  if (!isObject(answer) || Object.keys(answer).length !== 1) return answer;
  return ownValue(answer, 'message') ?? answer;
}

function acceptDecision(answer: Json): Accepted {
  const read = readApproval(answer);
  return read.ok ? { ok: true, answer: { ...read.decided } } : read;
}
