// Tool calls of a model, made safe to journal
// A model may say anything. What passes here is bounded in depth and size, has a unique id, and is marked if it
// must not be run.
import { isObject, type Json } from '@skein/kernel';
import type { ModelMessage, ModelReply } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { isDeeperThan } from '../json-depth.ts';
import type { RecordedToolCall } from './recorded-steps.ts';

const callsMax = 128;
const depthMax = 100;
/** In characters of JSON text. */
const argumentsMax = 1_000_000;
const nameMax = 200;

interface AskedTools {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly { readonly name: string }[];
}

export function soundToolCalls(
  { toolCalls }: Pick<ModelReply, 'toolCalls'>,
  { messages, tools }: AskedTools,
): readonly RecordedToolCall[] {
  if (toolCalls.length === 0) return [];
  if (toolCalls.length > callsMax) throw tooMany(toolCalls.length);
  const taken = new Set(
    messages.flatMap((message) => message.toolCalls?.map(({ id }) => id) ?? []),
  );
  const offered = new Set(tools.map(({ name }) => name));
  return toolCalls.map(({ id, name, arguments: given, problem }, place): RecordedToolCall => {
    const call = { id: uniqueId(id, taken, place), name: String(name).slice(0, nameMax) };
    if (problem !== undefined) return { ...call, arguments: {}, problem };
    if (!offered.has(name)) {
      const message = notOffered(call.name, offered);
      return { ...call, arguments: {}, problem: { reason: 'not-offered', message } };
    }
    const read = readArguments(given);
    if (read.ok) return { ...call, arguments: read.args };
    return { ...call, arguments: {}, problem: { reason: 'malformed', message: read.message } };
  });
}

/** Providers pair calls and results by id, so it must be unique in the whole conversation. */
function uniqueId(id: unknown, taken: Set<string>, place: number): string {
  let unique =
    typeof id === 'string' && id !== '' && id.length <= nameMax ? id : `call-${place + 1}`;
  for (let n = 2, base = unique; taken.has(unique); n++) unique = `${base}-${n}`;
  taken.add(unique);
  return unique;
}

type ReadArguments =
  | { readonly ok: true; readonly args: Json }
  | { readonly ok: false; readonly message: string };

/** Arguments in JSON text are parsed; a provider passes on as text what it could not parse. */
export function readArguments(given: Json): ReadArguments {
  // A provider may leave them out, whatever the type says.
  let args: Json = given ?? null;
  if (typeof given === 'string') {
    if (given.length > argumentsMax) return tooLarge;
    try {
      // JSON.parse gives JSON.
      args = JSON.parse(given) as Json;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ok: false, message: `The arguments are not JSON: ${reason}.` };
    }
  }
  if (isDeeperThan(args, depthMax)) {
    return { ok: false, message: `The arguments are nested deeper than ${depthMax} levels.` };
  }
  if (JSON.stringify(args).length > argumentsMax) return tooLarge;
  if (hasPrototypeKey(args)) {
    return { ok: false, message: 'The arguments must not have a key called "__proto__".' };
  }
  return { ok: true, args };
}

const tooLarge: ReadArguments = {
  ok: false,
  message: `The arguments are longer than ${argumentsMax} characters.`,
};

/** Tools are written by others: one that copies its arguments key by key would change its own prototype. */
function hasPrototypeKey(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasPrototypeKey);
  if (!isObject(value)) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}

function notOffered(name: string, offered: ReadonlySet<string>): string {
  const names = [...offered].slice(0, 50).join(', ');
  return `There is no tool "${name}" here. ${names === '' ? 'No tools are offered.' : `Offered: ${names}.`}`;
}

function tooMany(count: number): Error {
  return failureError({
    code: 'MODEL_OUTPUT_INVALID',
    message: `The model asked for ${count} tool calls in one message; at most ${callsMax} are taken.`,
    retry: 'never',
  });
}
