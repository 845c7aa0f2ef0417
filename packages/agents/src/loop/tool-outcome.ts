import { isObject, type Json } from '@skein/kernel';
import type { ModelMessage } from '@skein/ports';
import { isDeeperThan } from '../json-depth.ts';
import type {
  RecordedTool,
  RecordedToolCall,
  ToolErrorReason,
  ToolOutcome,
} from './recorded-steps.ts';

const depthMax = 100;
const messageMax = 4_000;

export function toolError(reason: ToolErrorReason, message: string): ToolOutcome {
  const error = message.length > messageMax ? `${message.slice(0, messageMax)}…` : message;
  return { error, reason };
}

/** The result of a tool as JSON: a date becomes a text, undefined becomes null. */
export function toolResult(returned: unknown): ToolOutcome {
  let result: Json;
  try {
    const text = JSON.stringify(returned);
    // JSON.parse gives JSON.
    result = text === undefined ? null : (JSON.parse(text) as Json);
  } catch (error) {
    return toolError('failed', `Its result is not JSON: ${messageOf(error)}`);
  }
  if (isDeeperThan(result, depthMax))
    return toolError('failed', `Its result is nested deeper than ${depthMax} levels.`);
  return { result };
}

/** What is known of a call that was made: a person may have changed what the model asked for. */
export type MadeCall = ToolOutcome & Partial<Pick<RecordedTool, 'arguments' | 'asked'>>;

/** A model that is not told would go on as if its own arguments had been used. */
function changedContent({ arguments: args = null }: MadeCall, said: Json): Json {
  const note = 'A person changed the arguments of this call before it was made.';
  const result = isObject(said) && Object.hasOwn(said, 'error') ? said : { result: said };
  return { note, arguments: args, ...result };
}

/** The message that answers a call in the conversation. */
export function toolMessage({ id, name }: RecordedToolCall, outcome: MadeCall): ModelMessage {
  const said = 'error' in outcome ? { error: outcome.error } : outcome.result;
  const content = outcome.asked === undefined ? said : changedContent(outcome, said);
  return { role: 'tool', toolCallId: id, name, content };
}

export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return String(error);
}
