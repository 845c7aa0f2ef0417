// A request of a step and its answer, as people read them.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { countWords, durationWords, moneyWords } from '../../text/time-words.ts';
import { modelWords } from '../../text/model-words.ts';
import { listAt, numberAt, objectAt, textAt } from '../own-keys.ts';

export interface CallFacts {
  readonly request: Json;
  readonly result?: Json | undefined;
  readonly ms: number;
  readonly usage?: JsonObject | undefined;
}

/** Who was asked: a model, a tool, a server. */
export function callTitle({ request, result = null }: CallFacts): string {
  const asked = isObject(request) ? request : {};
  const type = textAt(asked, 'type');
  if (type === 'model') {
    const said = isObject(result) ? result : {};
    const model = textAt(said, 'model') || textAt(asked, 'model');
    return ['Model call', ...(model === '' ? [] : [modelWords(model)])].join(' · ');
  }
  if (type === 'tool') return `Tool call · ${textAt(asked, 'name')}`;
  if (type === 'http') return `Request · ${textAt(asked, 'method')} ${textAt(asked, 'url')}`;
  return `Call · ${type}`;
}

/** Duration, tokens and cost. */
export function callFigures({ ms, usage = {} }: CallFacts): string {
  const [input, output] = [numberAt(usage, 'inputTokens'), numberAt(usage, 'outputTokens')];
  const usd = numberAt(usage, 'usd');
  return [
    durationWords(ms),
    ...(input + output > 0 ? [`${countWords(input, 'token')} in`, `${output} out`] : []),
    ...(usd > 0 ? [moneyWords(usd)] : []),
  ].join(' · ');
}

export interface SentMessage {
  readonly role: string;
  readonly text: string;
}

/** What a model was sent, as a conversation: the instructions first. */
export function sentMessages(request: Json): readonly SentMessage[] {
  if (!isObject(request)) return [];
  const system = textAt(request, 'system');
  const messages = listAt(request, 'messages').filter(isObject).map(messageOf);
  return system === '' ? messages : [{ role: 'system', text: system }, ...messages];
}

function messageOf(message: JsonObject): SentMessage {
  const content = ownValue(message, 'content') ?? '';
  const calls = listAt(message, 'toolCalls').filter(isObject);
  const asked = calls.map(
    (call) => `${textAt(call, 'name')}(${JSON.stringify(objectAt(call, 'arguments'))})`,
  );
  const said = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  return { role: textAt(message, 'role'), text: [said, ...asked].filter(Boolean).join('\n') };
}

const notSettings: ReadonlySet<string> = new Set([
  'type',
  'node',
  'agent',
  'system',
  'messages',
  'tools',
  'schema',
]);

/** Everything else that a model was sent: its name, temperature and so on. */
export function sentSettings(request: Json): readonly (readonly [name: string, value: string])[] {
  if (!isObject(request)) return [];
  return Object.entries(request)
    .filter(([name]) => !notSettings.has(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

/** The tools that a model was offered, each with its schema. */
export function sentTools(request: Json): readonly JsonObject[] {
  return isObject(request) ? listAt(request, 'tools').filter(isObject) : [];
}

/** What a model answered: its text, and the calls that it asked for. */
export function answerText(result: Json): string | null {
  if (!isObject(result) || textAt(result, 'type') !== 'model') return null;
  return messageOf({ content: textAt(result, 'text'), toolCalls: listAt(result, 'toolCalls') })
    .text;
}
