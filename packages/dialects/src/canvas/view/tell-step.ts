// What an agent recorded on its way: calls of subagents, and tools that failed.
import {
  isObject,
  ownValue,
  textAt,
  textOf,
  type JsonObject,
  type StepRecorded,
} from '@skein/kernel';
import { nameOf, type Telling } from './telling.ts';

export function tellStep(telling: Telling, event: StepRecorded): void {
  const { value } = event;
  if (!isObject(value)) return;
  const type = textAt(value, 'type');
  if (type === 'subagent.start') {
    countCall(telling, event, 1);
    tellCall(telling, event, 'subagent_call_start', value);
  } else if (type === 'subagent.end') {
    countCall(telling, event, -1);
    tellCall(telling, event, endOf(value), value);
  } else if (type === 'tool') tellTool(telling, event, value);
}

function countCall({ calls }: Telling, event: StepRecorded, change: number): void {
  const name = nameOf(event);
  calls.set(name, (calls.get(name) ?? 0) + change);
}

function endOf(call: JsonObject): string {
  return Object.hasOwn(call, 'error') ? 'subagent_call_error' : 'subagent_call_end';
}

/** The entry stands at the agent that called, which may be a subagent itself. */
function tellCall(telling: Telling, event: StepRecorded, type: string, call: JsonObject): void {
  const parentNodeId = textAt(call, 'parent') ?? event.node;
  const parentCallId = textAt(call, 'parentCallId');
  const said = ownValue(call, 'error') ?? ownValue(call, 'result') ?? ownValue(call, 'input');
  const payload: JsonObject = {
    type,
    parentNodeId,
    subagentNodeId: ownValue(call, 'node') ?? '',
    subagentName: ownValue(call, 'nodeName') ?? '',
    callId: ownValue(call, 'callId') ?? '',
    ...(parentCallId === undefined ? {} : { parentCallId }),
    depth: ownValue(call, 'depth') ?? 1,
    message: textOf(said ?? ''),
  };
  telling.log(parentNodeId, type, JSON.stringify(payload));
}

/** The model was told and continues, so it is not an error of the run. */
function tellTool(telling: Telling, { node }: StepRecorded, call: JsonObject): void {
  const error = textAt(call, 'error');
  if (error === undefined || Object.hasOwn(call, 'inside')) return;
  telling.log(node, 'warn', `Tool ${textAt(call, 'name') ?? ''} failed: ${error}`);
}
