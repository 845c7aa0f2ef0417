// Telegram: the Bot API
import type { Json, JsonObject } from '@skein/kernel';
import { isObject } from '@skein/kernel';
import { fileTemplate } from '../context/item-files.ts';
import type { NodeContext } from '../context/node-context.ts';
import {
  given,
  isMissing,
  setsOnly,
  type App,
  type AppOperation,
  type AppRequest,
} from './app-request.ts';

const MORE = [
  'parse_mode',
  'disable_notification',
  'disable_web_page_preview',
  'reply_to_message_id',
  'message_thread_id',
  'caption',
];

/** A method of the Bot API, with its fields by the names of n8n's parameters. */
const method =
  (
    name: string,
    fields: Readonly<Record<string, string>>,
    more: readonly string[] = [],
  ): AppOperation =>
  (context) => {
    const { raw } = context;
    const known = more.map((each) => `additionalFields.${each}`);
    if (!setsOnly(context, [...Object.keys(fields), ...known, ...MARKUP])) return null;
    const written = Object.entries(fields).map(([key, field]) => [field, raw(key)] as const);
    if (written.some(([, value]) => value === undefined || isMissing(value))) return null;
    const markup = markupOf(context);
    if (markup === null) return null;
    const added = Object.fromEntries(more.map((each) => [each, raw('additionalFields', each)]));
    return post(name, {
      ...given(context, { ...Object.fromEntries(written), ...added }),
      ...markup,
    });
  };

function post(name: string, json: JsonObject): AppRequest {
  return {
    config: { url: `https://api.telegram.org/bot{token}/${name}`, method: 'POST', body: { json } },
  };
}

const MARKUP = ['replyMarkup', 'inlineKeyboard', 'forceReply', 'replyKeyboardRemove'];

/** Buttons below a message; null for those that are not said here. */
function markupOf(context: NodeContext): JsonObject | null {
  const { raw, template, choice } = context;
  switch (choice(['replyMarkup'], 'none')) {
    case 'none':
      return {};
    case 'forceReply':
      return { reply_markup: { force_reply: true } };
    case 'inlineKeyboard': {
      const rows = raw('inlineKeyboard', 'rows');
      const inline_keyboard = (Array.isArray(rows) ? rows : []).map((row: Json) =>
        buttonsOf(row).map(template),
      );
      return { reply_markup: { inline_keyboard } };
    }
    default:
      return null;
  }
}

function buttonsOf(row: Json): Json[] {
  const inner = isObject(row) && isObject(row['row']) ? row['row']['buttons'] : undefined;
  return (Array.isArray(inner) ? inner : []).flatMap((button: Json) => {
    if (!isObject(button)) return [];
    const more = isObject(button['additionalFields']) ? button['additionalFields'] : {};
    return [{ text: button['text'] ?? '', ...more }];
  });
}

const chat = { chatId: 'chat_id' };
const text = { ...chat, text: 'text' };
const texts = MORE.filter((each) => each !== 'caption');

/** n8n reads texts as Markdown unless the node says otherwise. */
const sendMessage: AppOperation = (context) => {
  const request = method('sendMessage', text, texts)(context);
  const body = request?.config['body'];
  const json = isObject(body) && isObject(body['json']) ? body['json'] : {};
  return request === null ? null : post('sendMessage', { parse_mode: 'Markdown', ...json });
};

/** A file by its address or id, or one of the item. */
const media =
  (name: string, field: string): AppOperation =>
  (context) =>
    context.raw('binaryData') === true
      ? upload(context, name, field)
      : method(name, { ...chat, file: field }, MORE)(context);

/** The file of the item as a part of a form; a name that the node gives it stays a tool to bind. */
function upload(context: NodeContext, name: string, field: string): AppRequest | null {
  const { raw } = context;
  const known = ['chatId', 'binaryData', 'binaryPropertyName', 'replyMarkup'];
  const more = MORE.map((each) => `additionalFields.${each}`);
  if (!setsOnly(context, [...known, ...more]) || isMissing(raw('chatId') ?? '')) return null;
  if (context.choice(['replyMarkup'], 'none') !== 'none') return null;
  const added = Object.fromEntries(MORE.map((each) => [each, raw('additionalFields', each)]));
  const multipart = {
    ...given(context, { chat_id: raw('chatId'), ...added }),
    [field]: fileTemplate(context, raw('binaryPropertyName')),
  };
  return {
    config: {
      url: `https://api.telegram.org/bot{token}/${name}`,
      method: 'POST',
      body: { multipart },
    },
  };
}

export const telegram: App = {
  title: 'Telegram',
  hosts: ['api.telegram.org'],
  credential: () => 'telegramApi',
  resource: 'message',
  defaults: { message: 'sendMessage', chat: 'get', callback: 'answerQuery', file: 'get' },
  operations: {
    'message/sendMessage': sendMessage,
    'message/editMessageText': method(
      'editMessageText',
      { ...text, messageId: 'message_id' },
      texts,
    ),
    'message/deleteMessage': method('deleteMessage', { ...chat, messageId: 'message_id' }),
    'message/pinChatMessage': method('pinChatMessage', { ...chat, messageId: 'message_id' }, [
      'disable_notification',
    ]),
    'message/sendChatAction': (context) =>
      setsOnly(context, ['chatId', 'action']) && context.raw('chatId') !== undefined
        ? post(
            'sendChatAction',
            given(context, {
              chat_id: context.raw('chatId'),
              action: context.raw('action') ?? 'typing',
            }),
          )
        : null,
    'message/sendPhoto': media('sendPhoto', 'photo'),
    'message/sendAudio': media('sendAudio', 'audio'),
    'message/sendVideo': media('sendVideo', 'video'),
    'message/sendDocument': media('sendDocument', 'document'),
    'message/sendAnimation': media('sendAnimation', 'animation'),
    'chat/get': method('getChat', chat),
    'callback/answerQuery': method('answerCallbackQuery', { queryId: 'callback_query_id' }, [
      'text',
      'show_alert',
      'url',
      'cache_time',
    ]),
  },
};
