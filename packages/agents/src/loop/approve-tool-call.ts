// Approval of tool calls
// The question carries exactly the name and arguments that will run: what a person approved is what is executed.
import { ownValue, readNotice, type Json, type WaitQuestion } from '@skein/kernel';
import type { Accepted, AskedQuestion } from '@skein/ports';
import { checkAnswer } from '../answers/check-answer.ts';
import { readApproval } from '../answers/read-approval.ts';
import type { ApproveRule } from './agent-plan.ts';
import { waitName, type LoopFrame } from './loop-frame.ts';
import { toolError } from './tool-outcome.ts';
import type { RecordedToolCall, ToolOutcome } from './recorded-steps.ts';

/** Asks a person if needed; returns the error for the model if the call was rejected. */
export async function approveToolCall(
  frame: LoopFrame,
  { id, name, arguments: args }: RecordedToolCall,
  toolNeedsIt: boolean,
): Promise<ToolOutcome | null> {
  if (!toolNeedsIt && !frame.approve.some((rule) => isNamed(rule, name))) return null;
  const { io, inside } = frame;
  const asked: WaitQuestion = {
    kind: 'approval',
    prompt: `May "${frame.nodeName}" call the tool "${name}"?`,
    data: { tool: name, arguments: args, callId: id, ...(inside !== undefined && { inside }) },
  };
  const notify = readNotice(ownValue(frame.call.config, 'notify'));
  const question = notify === undefined ? asked : { ...asked, notify };
  const answer = await io.wait(question, waitName(frame));
  const read = readApproval(answer);
  if (read.ok && read.decided.decision === 'approve') return null;
  const note = read.ok ? read.decided.note : '';
  const message = 'A person rejected this call';
  return toolError('rejected', note === '' ? `${message}.` : `${message}: ${note}`);
}

function isNamed(rule: ApproveRule, name: string): boolean {
  return typeof rule === 'boolean' ? rule : rule.includes(name);
}

/**
 * The `accept` of node types that run a loop: an approval takes the answers that the node type `approval` takes, a question of a tool
 * those that fit its schema.
 */
export function acceptToolApproval(answer: Json, { question }: AskedQuestion): Accepted {
  if (question.kind !== 'approval') {
    const refusal =
      question.schema === undefined ? undefined : checkAnswer(question.schema, answer);
    return refusal ?? { ok: true, answer };
  }
  const read = readApproval(answer);
  return read.ok ? { ok: true, answer: { ...read.decided } } : read;
}
