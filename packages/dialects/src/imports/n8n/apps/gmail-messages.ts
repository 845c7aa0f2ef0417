// Messages of Gmail that are read or answered
// To list them is one request for their ids, and one for each; to answer one is to read what it answers first.
import { isObject, type Json } from '@skein/kernel';
import { isJsonList } from '../../draft/is-json-list.ts';
import { mailPart } from '../code/mail-part.ts';
import { eachSetting } from '../context/list-nodes.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import { address, given, isMissing, setsOnly, sure, type AppOperation } from './app-request.ts';
import { header, subjectHeader } from './gmail-headers.ts';

const API = 'https://gmail.googleapis.com/gmail/v1/users/me';
const UPLOAD = 'https://gmail.googleapis.com/upload/gmail/v1/users/me';

/** The headers of a message beside what the API says of it, as n8n simplifies it. */
const simple = (message: string): string =>
  `merge(${message}.omit("payload", "labelIds"), { payload: { mimeType: ${message}.payload.mimeType ?? "" }, labels: (${message}.labelIds ?? []).map(id => ({ id: id, name: id })) }, fromEntries((${message}.payload.headers ?? []).filter(header => ["From", "To", "Cc", "Bcc", "Subject"].includes(header.name)).map(header => [header.name, header.value])))`;

/** Null where only a run could say it. */
function isSimple({ raw }: NodeContext): boolean | null {
  const written = raw('simple') ?? true;
  return typeof written === 'boolean' ? written : null;
}

const READ = ['simple', 'options.dataPropertyAttachmentsPrefixName'];

export const getMessage: AppOperation = (context) => {
  const id = context.raw('messageId') ?? '';
  const plain = isSimple(context);
  if (!setsOnly(context, ['messageId', ...READ]) || isMissing(id) || plain === null) return null;
  // A model cannot read what is encoded, and nothing stands behind the request of a tool.
  if (!plain && context.scope.modelArgument !== null) return null;
  const url = address(context, `${API}/messages/`, { value: id });
  const config = { url, method: 'GET', query: { format: plain ? 'metadata' : 'full' } };
  return plain
    ? { config, result: `previous.map(entry => ${simple('entry')})` }
    : { config, read: `${mailPart}\nreturn readMail(item);` };
};

/** What the filters ask for, in the words of Gmail's search; null for one that is not known. */
function searchOf(context: NodeContext): string | null {
  const { raw, choice } = context;
  const filters = raw('filters') ?? {};
  if (!isObject(filters)) return null;
  const parts: string[] = [];
  for (const [key, value] of Object.entries(filters)) {
    if (isMissing(value)) continue;
    if (key === 'q') parts.push(`text(${sure(context, value)})`);
    else if (key === 'sender') parts.push(`"from:" + text(${sure(context, value)})`);
    else if (key === 'readStatus') {
      const status = choice(['filters', 'readStatus'], 'unread');
      if (status !== 'both') parts.push(JSON.stringify(`is:${status}`));
    } else if (key === 'receivedAfter' || key === 'receivedBefore') {
      const time = `timestamp(${sure(context, value)})`;
      const word = key === 'receivedAfter' ? 'after:' : 'before:';
      parts.push(`"${word}" + text(floor(${time} / 1000))`);
    } else if (key !== 'labelIds' && key !== 'includeSpamTrash') return null;
  }
  return parts.length === 0 ? '' : `\${= [${parts.join(', ')}].join(" ") }`;
}

/** The ids, then every message. */
export function listMessages(
  context: NodeContext,
  auth: () => { readonly auth: Json },
): Piece | null {
  const { raw, node, template } = context;
  const plain = isSimple(context);
  const q = searchOf(context);
  const known = ['returnAll', 'limit', 'filters', ...READ];
  if (node.version < 2 || !setsOnly(context, known) || plain === null || q === null) return null;
  // Items that fail would be lost between the requests.
  if (node.onError !== 'stop' || typeof (raw('returnAll') ?? false) !== 'boolean') return null;
  const labels = raw('filters', 'labelIds') ?? [];
  const query: { [key: string]: Json } = { ...given(context, { labelIds: labels }) };
  if (isJsonList(labels) && labels.length === 0) delete query['labelIds'];
  if (q !== '') query['q'] = q;
  if (raw('filters', 'includeSpamTrash') === true) query['includeSpamTrash'] = true;
  const isAll = raw('returnAll') === true;
  query['maxResults'] = isAll ? 500 : template(raw('limit') ?? 50);
  const pages = { cursor: { path: 'nextPageToken', param: 'pageToken' }, items: 'messages' };
  const signed = auth();
  const list = { url: `${API}/messages`, method: 'GET', query, ...signed };
  const format = plain ? 'metadata' : 'full';
  const read = plain
    ? []
    : [
        extra(context, 'read', {
          type: 'code',
          config: { code: `${mailPart}\nreturn readMail(item);` },
          settings: { each: '${previous}' },
        }),
      ];
  return chainOf([
    extra(context, 'list', {
      type: 'http',
      config: isAll ? { ...list, pagination: pages } : list,
      settings: { each: eachSetting(context) },
    }),
    extra(context, 'found', {
      type: 'transform',
      config: {
        value: `\${= previous.flatMap(entry => ${isAll ? 'list(entry)' : 'entry.messages ?? []'}) }`,
      },
      settings: { whenEmpty: 'skip' },
    }),
    extra(context, 'call', {
      type: 'http',
      config: { url: `${API}/messages/\${item.id}`, method: 'GET', query: { format }, ...signed },
      settings: { each: { items: '${previous}', concurrency: 5 } },
    }),
    ...read,
    context.native('transform', {
      value: plain ? `\${= previous.map(entry => ${simple('entry')}) }` : '${previous}',
    }),
  ]);
}

function extra(
  context: NodeContext,
  suffix: string,
  rest: Omit<NativeNode, 'id' | 'name'>,
): NativeNode {
  return { id: context.extraId(suffix), name: `${context.node.name}: ${suffix}`, ...rest };
}

const REPLY = ['ccList', 'bccList', 'replyToSenderOnly'].map((key) => `options.${key}`);
/** Between the parts of an upload; in no mail that somebody writes. */
const BORDER = 'skein-7f3c1d0e-part';

/** An answer in the conversation of a message: to its sender, and to whom else it went. */
export function replyToMessage(
  context: NodeContext,
  auth: () => { readonly auth: Json },
): Piece | null {
  const { raw, node, choice } = context;
  const id = raw('messageId') ?? '';
  if (node.version < 2 || node.onError !== 'stop' || isMissing(id)) return null;
  if (!setsOnly(context, ['messageId', 'message', 'emailType', ...REPLY])) return null;
  const alone = raw('options', 'replyToSenderOnly') ?? false;
  if (typeof alone !== 'boolean' || isTemplate(choice(['emailType'], 'html'))) return null;
  const signed = auth();
  const items = extra(context, 'in', {
    type: 'transform',
    config: { value: context.items },
    settings: { whenEmpty: 'skip' },
  });
  const each = `\${${items.id}.output}`;
  const me = extra(context, 'me', {
    type: 'http',
    config: { url: `${API}/profile`, method: 'GET', ...signed },
    settings: {},
  });
  const original = extra(context, 'original', {
    type: 'http',
    config: {
      url: address(context, `${API}/messages/`, { value: id }),
      method: 'GET',
      query: { format: 'metadata' },
      ...signed,
    },
    settings: { each },
  });
  const send = extra(context, 'call', {
    type: 'http',
    config: {
      url: `${UPLOAD}/messages/send`,
      method: 'POST',
      query: { uploadType: 'multipart' },
      body: {
        text: replyText(context, {
          message: `${original.id}.output[index]`,
          me: `${me.id}.output`,
          isAlone: alone,
        }),
        type: `multipart/related; boundary=${BORDER}`,
      },
      ...signed,
    },
    settings: { each },
  });
  return chainOf([
    items,
    me,
    original,
    send,
    context.native('transform', { value: '${previous}' }),
  ]);
}

function replyText(
  context: NodeContext,
  {
    message,
    me,
    isAlone,
  }: { readonly message: string; readonly me: string; readonly isAlone: boolean },
): string {
  const { raw, choice } = context;
  const headers = `(${message}.payload.headers ?? [])`;
  const one = (name: string): string =>
    `(${headers}.filter(header => header.name.toLowerCase() == "${name}").map(header => header.value)[0] ?? "")`;
  const from = isAlone ? '["from"]' : '["from", "to"]';
  const to = `${headers}.filter(header => ${from}.includes(header.name.toLowerCase())).flatMap(header => header.value.split(",")).map(one => one.trim()).filter(one => !one.includes(${me}.emailAddress)).join(", ")`;
  const isText = choice(['emailType'], 'html') === 'text';
  const subject = `(${one('subject')}.toLowerCase().startsWith("re:") ? ${one('subject')} : "Re: " + ${one('subject')})`;
  const lines = [
    `--${BORDER}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n`,
    `\${json({ threadId: ${message}.threadId })}\r\n`,
    `--${BORDER}\r\nContent-Type: message/rfc822\r\n\r\n`,
    `To: \${${to}}\r\n`,
    header(context, 'Cc', raw('options', 'ccList')),
    header(context, 'Bcc', raw('options', 'bccList')),
    subjectHeader(subject),
    `In-Reply-To: \${${one('message-id')}}\r\nReferences: \${${one('message-id')}}\r\n`,
    'MIME-Version: 1.0\r\n',
    `Content-Type: text/${isText ? 'plain' : 'html'}; charset=UTF-8\r\n`,
    'Content-Transfer-Encoding: 8bit\r\n\r\n',
  ];
  const written = lines.join('').replaceAll('\r\n', String.raw`\r\n`);
  return `\${= \`${written}\${text(${sure(context, raw('message') ?? '')})}${String.raw`\r\n`}--${BORDER}--\` }`;
}
