// Calls of a subagent
// A subagent has no activation of its own: what it was given and gave is recorded in the activation of the agent that called it.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { numberAt, objectAt, textAt } from '../../own-keys.ts';
import type { Moment } from '../rebuild-run.ts';

export interface SubagentCall {
  /** The node whose activation recorded it, and which activation. */
  readonly node: string;
  readonly activation: number;
  readonly callId: string;
  /** The agent that called it: another subagent, or the node itself. */
  readonly caller: string;
  readonly input: Json;
  /** Undefined until it has ended well. */
  readonly output: Json | undefined;
  readonly error: string | null;
  readonly startedMs: number;
  readonly durationMs: number | null;
  readonly usage: { readonly input: number; readonly output: number; readonly usd: number };
}

type Draft = { -readonly [key in keyof SubagentCall]: SubagentCall[key] };

/** Every call of a node as a subagent, in the order in which they began. */
export function subagentCalls(moments: readonly Moment[], node: string): readonly SubagentCall[] {
  const drafts = new Map<string, Draft>();
  for (const { event } of moments) {
    if (event.type !== 'step.recorded' || !isObject(event.value)) continue;
    const { value, activation } = event;
    const place = `${event.node} ${activation}`;
    const type = textAt(value, 'type');
    if (type === 'subagent.start' && textAt(value, 'node') === node)
      drafts.set(`${place} ${textAt(value, 'callId')}`, begun(value, event));
    const inside = textAt(objectAt(value, 'inside'), 'callId');
    const working = drafts.get(`${place} ${inside}`);
    if (working !== undefined && type === 'model') addUsage(working, objectAt(value, 'usage'));
    const ended = drafts.get(`${place} ${textAt(value, 'callId')}`);
    if (ended !== undefined && type === 'subagent.end') end(ended, value, event.at);
  }
  return [...drafts.values()];
}

interface Recorded {
  readonly node: string;
  readonly activation: number;
  readonly at: number;
}

function begun(value: JsonObject, { node, activation, at }: Recorded): Draft {
  return {
    node,
    activation,
    callId: textAt(value, 'callId'),
    caller: textAt(value, 'parent') || node,
    input: ownValue(value, 'input') ?? null,
    output: undefined,
    error: null,
    startedMs: at,
    durationMs: null,
    usage: { input: 0, output: 0, usd: 0 },
  };
}

function end(draft: Draft, value: JsonObject, at: number): void {
  draft.durationMs = at - draft.startedMs;
  const error = textAt(value, 'error');
  if (error === '') draft.output = ownValue(value, 'result') ?? null;
  else draft.error = error;
}

function addUsage(draft: Draft, spent: JsonObject): void {
  const { input, output, usd } = draft.usage;
  draft.usage = {
    input: input + numberAt(spent, 'input'),
    output: output + numberAt(spent, 'output'),
    usd: usd + numberAt(spent, 'usd'),
  };
}

/** Whether a recorded step was made in a call of a subagent, or in one that this made. */
export function isWithin(key: string, callId: string): boolean {
  return `/${key}`.includes(`/${callId}/`);
}
