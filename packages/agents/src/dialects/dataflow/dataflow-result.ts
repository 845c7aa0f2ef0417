// What a function of the host returns
// Functions may be plain JavaScript, so types promise nothing: a result of another form would be lost without a word, because
// outputs that are missing only end their branches.
import { isObject, type Json } from '@skein/kernel';
import { badResult, type DataflowContext } from './execution-context.ts';

export interface DataflowResult {
  /** What leaves, by name of the output. */
  readonly outputs: { readonly [output: string]: unknown };
  /** The context that was given, perhaps with more messages or other settings. */
  readonly updatedContext: DataflowContext;
  readonly metadata?: {
    readonly durationMs?: number;
    readonly tokenUsage?: { readonly input: number; readonly output: number };
    readonly cached?: boolean;
    readonly [key: string]: Json | undefined;
  };
  /** `paused` asks a person (`outputs.prompt`) and continues with the answer as `message`; `error` fails with `outputs.error`. */
  readonly status?: 'success' | 'paused' | 'error';
}

const statuses: readonly unknown[] = [undefined, 'success', 'paused', 'error'];

export function checkedResult(returned: unknown, node: string): DataflowResult {
  const subject = `The function of the node "${node}"`;
  if (!isObject(returned)) throw badResult(`${subject} returned ${shown(returned)}. ${form}`);
  const { status, updatedContext } = returned;
  // A function that asks or fails may have nothing to give out.
  const none = status === 'paused' || status === 'error' ? {} : undefined;
  const outputs = returned['outputs'] ?? none;
  if (!isObject(outputs)) throw badResult(`${subject} returned no object as "outputs". ${form}`);
  if (!statuses.includes(status)) {
    const message = `${subject} returned the status ${shown(status)}. Use "success", "paused" or "error".`;
    throw badResult(message);
  }
  if (!isContext(updatedContext ?? null)) {
    const message = `${subject} returned an "updatedContext" that is no context. Return the one that it was given.`;
    throw badResult(message);
  }
  // What it consists of was checked above; the engine refuses what is not JSON.
  return { ...returned, outputs } as unknown as DataflowResult;
}

const form = 'Return { outputs: { result: … }, updatedContext: context }.';

/** Without one, that of the call is used. */
function isContext(context: Json): boolean {
  if (context === null) return true;
  if (!isObject(context)) return false;
  const { contextId, messageHistory } = context;
  return typeof contextId === 'string' && Array.isArray(messageHistory);
}

const shownMax = 60;

/** A value as part of a message. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  if (!isPlain) return `a ${typeof value}`;
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
