// What a run gets of a chat
// By the input schema of the workflow: a text gets what was said; an object gets `message`, `messages`, `images`, `chat` and `data`, as far as it
// declares them; without a schema, all of them. What a program sends as data is the input itself, unless the schema has a place for it. An
// agent of the host gets the turn of its thread.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import { jsonIn } from '../../../values/json-in.ts';
import type { ChatFiles } from './chat-files.ts';
import type { Published } from '../published/published.ts';

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

export function chatInput(
  { isAgent, inputSchema }: Pick<Published, 'isAgent' | 'inputSchema'>,
  said: {
    readonly chat: string;
    readonly id: string;
    readonly text: string;
    readonly data?: Json;
    readonly history?: readonly ChatMessage[];
    readonly files?: ChatFiles | undefined;
  },
): Json {
  const { chat, id, data, history = [], files } = said;
  const text = `${said.text}${files?.text ?? ''}`;
  const images = files?.images ?? [];
  if (isAgent) return agentInput({ chat, id, text: text === '' ? dataText(data) : text, images });
  const before = history.map(({ role, content }) => ({ role, content }));
  const all: JsonObject = {
    message: text,
    messages: [...before, { role: 'user', content: text }],
    chat,
    ...withoutUndefined({ data, images: images.length === 0 ? undefined : images }),
  };
  const schema = inputSchema === undefined || !isObject(inputSchema) ? null : inputSchema;
  if (schema === null) return data ?? all;
  if (ownValue(schema, 'type') === 'string') return text;
  const properties = ownValue(schema, 'properties');
  if (!isObject(properties)) return data ?? all;
  if (data !== undefined && !Object.hasOwn(properties, 'data')) return data;
  const taken = Object.entries(all).filter(([name]) => Object.hasOwn(properties, name));
  if (taken.length > 0) return Object.fromEntries(taken);
  return onlyText(properties, text) ?? objectIn(text) ?? all;
}

/** A message with pictures is told to the model in parts. */
function agentInput(said: {
  readonly chat: string;
  readonly id: string;
  readonly text: string;
  readonly images: readonly string[];
}): Json {
  const { chat, id, text, images } = said;
  if (images.length === 0) return { thread: chat, message: { id, text } };
  const pictures = images.map((image) => ({ type: 'image', image }));
  return { thread: chat, message: { id, text, content: [{ type: 'text', text }, ...pictures] } };
}

function dataText(data: Json | undefined): string {
  return data === undefined ? '' : JSON.stringify(data);
}

/** A form with one text in it is filled in with what was said. */
function onlyText(properties: JsonObject, text: string): Json | null {
  const [only, ...more] = Object.entries(properties);
  if (only === undefined || more.length > 0 || !isObject(only[1])) return null;
  return ownValue(only[1], 'type') === 'string' ? { [only[0]]: text } : null;
}

function objectIn(text: string): Json | null {
  const value = jsonIn(text);
  return value !== undefined && isObject(value) ? value : null;
}
