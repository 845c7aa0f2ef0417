import type { ModelRequest } from '@skein/ports';
import { saidIn } from './message-text.ts';
import type { ReplyCondition } from './script.ts';

export interface ScriptedCall {
  readonly request: ModelRequest;
  /** The model's name as the node asked for it. */
  readonly model: string;
  /** Which call of its node this is, from 1. */
  readonly call: number;
}

/** Whether everything that the condition names holds for this call. */
export function fitsReply(when: ReplyCondition, { request, model, call }: ScriptedCall): boolean {
  const { caller, messages } = request;
  if (when.call !== undefined && when.call !== call) return false;
  if (when.node !== undefined && when.node !== caller.node && when.node !== caller.nodeName)
    return false;
  if (when.agent !== undefined && when.agent !== caller.agent) return false;
  if (when.context !== undefined && when.context !== caller.context) return false;
  if (when.model !== undefined && !isModel(when.model, model)) return false;
  const { contains, history } = when;
  if (contains !== undefined) {
    const last = saidIn(messages.at(-1));
    if (!last.includes(contains) && !(request.system ?? '').includes(contains)) return false;
  }
  return history === undefined || messages.some((message) => saidIn(message).includes(history));
}

/** `gpt-5` also means `openai/gpt-5`. */
function isModel(wanted: string, model: string): boolean {
  return wanted === model || model.slice(model.indexOf('/') + 1) === wanted;
}
