// Slack: the Web API
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import { chosen, given, isMissing, setsOnly, type App, type AppRequest } from './app-request.ts';

/** It answers with status 200 also when it refuses. */
const read =
  'if (item.ok === false) throw new Error(`Slack refused: ${item.error}`);\nreturn item;';

function call(name: string, json: JsonObject): AppRequest {
  return { config: { url: `https://slack.com/api/${name}`, method: 'POST', body: { json } }, read };
}

/** The channel or the person that a message goes to. */
function receiver({ raw, choice, node }: NodeContext): Json {
  if (node.version < 2) return raw('channel') ?? '';
  const value = raw(choice(['select'], 'channel') === 'user' ? 'user' : 'channelId');
  const held = chosen(value);
  const isNamed = isObject(value) && value['mode'] === 'name' && typeof held === 'string';
  return isNamed && !isTemplate(held) ? `#${held.replace(/^#/, '')}` : held;
}

const WHERE = ['select', 'channelId', 'user', 'channel'];
const OPTIONS = [
  'mrkdwn',
  'thread_ts',
  'unfurl_links',
  'unfurl_media',
  'link_names',
  'reply_broadcast',
];

function postMessage(context: NodeContext): AppRequest | null {
  const { raw, choice } = context;
  const known = OPTIONS.map((each) => `otherOptions.${each}`);
  if (!setsOnly(context, [...WHERE, 'text', 'messageType', 'blocksUi', ...known])) return null;
  const channel = receiver(context);
  const blocks =
    choice(['messageType'], 'text') === 'block' ? blocksOf(raw('blocksUi')) : undefined;
  if (isMissing(channel) || blocks === null || choice(['messageType'], 'text') === 'attachment')
    return null;
  const options = Object.fromEntries(
    OPTIONS.map((each) => {
      const value = raw('otherOptions', each);
      const thread = isObject(value) ? valueIn(value, 'replyValues', 'thread_ts') : undefined;
      return [each, each === 'thread_ts' ? thread : value] as const;
    }),
  );
  return call(
    'chat.postMessage',
    given(context, { channel, text: raw('text'), blocks, ...options }),
  );
}

function valueIn(object: JsonObject, ...path: readonly string[]): Json | undefined {
  let value: Json | undefined = object;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return value;
}

/** Null for blocks that are put together when the node runs. */
function blocksOf(written: Json | undefined): Json | null {
  if (typeof written !== 'string' || isTemplate(written)) return null;
  try {
    const parsed = JSON.parse(written) as Json; // JSON.parse returns JSON, by its contract.
    return isObject(parsed) ? (parsed['blocks'] ?? null) : parsed;
  } catch {
    return null;
  }
}

/** A message of a channel, by its time. */
const ofMessage =
  (name: string, fields: readonly string[] = []) =>
  (context: NodeContext): AppRequest | null => {
    if (!setsOnly(context, [...WHERE, ...fields, 'timestamp', 'ts'])) return null;
    const channel = receiver(context);
    const ts = context.raw('timestamp') ?? context.raw('ts') ?? '';
    if (isMissing(channel) || isMissing(ts)) return null;
    const more = Object.fromEntries(fields.map((each) => [each, context.raw(each)]));
    return call(name, given(context, { channel, ts, ...more }));
  };

export const slack: App = {
  title: 'Slack',
  hosts: ['slack.com'],
  credential: ({ choice }) =>
    choice(['authentication'], '') === 'oAuth2' ? 'slackOAuth2Api' : 'slackApi',
  resource: 'message',
  defaults: { message: 'post' },
  operations: {
    'message/post': postMessage,
    'message/delete': ofMessage('chat.delete'),
    'message/update': ofMessage('chat.update', ['text']),
  },
};
