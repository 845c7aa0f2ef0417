// Gmail: the API of Google
// Mails are uploaded as they are sent (message/rfc822), so that nothing has to be encoded as a whole.
import { isObject, type Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import type { Piece } from '../context/piece.ts';
import { isJsonList } from '../../draft/is-json-list.ts';
import {
  address,
  isMissing,
  setsOnly,
  sure,
  type App,
  type AppOperation,
  type AppRequest,
} from './app-request.ts';
import { header, subjectHeader } from './gmail-headers.ts';
import { getMessage, listMessages, replyToMessage } from './gmail-messages.ts';

const API = 'https://gmail.googleapis.com/gmail/v1/users/me';
const UPLOAD = 'https://gmail.googleapis.com/upload/gmail/v1/users/me';

const mail =
  (path: string): AppOperation =>
  (context) => {
    const { raw, choice, node } = context;
    if (node.version < 2) return null;
    const options = ['ccList', 'bccList', 'replyTo', 'sendTo', 'threadId'].map(
      (key) => `options.${key}`,
    );
    if (!setsOnly(context, ['sendTo', 'subject', 'message', 'emailType', ...options])) return null;
    const to = raw('sendTo') ?? raw('options', 'sendTo');
    const thread = raw('options', 'threadId');
    if (path === 'messages/send' && (to === undefined || isMissing(to))) return null;
    if (thread !== undefined && !isMissing(thread)) return null;
    const isText = choice(['emailType'], path === 'messages/send' ? 'html' : 'text') === 'text';
    const lines = [
      header(context, 'To', to),
      header(context, 'Cc', raw('options', 'ccList')),
      header(context, 'Bcc', raw('options', 'bccList')),
      header(context, 'Reply-To', raw('options', 'replyTo')),
      subjectHeader(sure(context, raw('subject') ?? '')),
      'MIME-Version: 1.0\r\n',
      `Content-Type: text/${isText ? 'plain' : 'html'}; charset=UTF-8\r\n`,
      'Content-Transfer-Encoding: 8bit\r\n\r\n',
    ];
    const written = lines.join('').replaceAll('\r\n', String.raw`\r\n`);
    return {
      config: {
        url: `${UPLOAD}/${path}`,
        method: 'POST',
        query: { uploadType: 'media' },
        body: {
          text: `\${= \`${written}\${text(${sure(context, raw('message') ?? '')})}\` }`,
          type: 'message/rfc822',
        },
      },
    };
  };

/** A request about one message or thread. */
function about(
  context: NodeContext,
  what: 'message' | 'thread',
  {
    method,
    path = '',
    json,
  }: { readonly method: string; readonly path?: string; readonly json?: Json },
): AppRequest | null {
  const id = context.raw(`${what}Id`) ?? '';
  if (!setsOnly(context, [`${what}Id`, 'labelIds', 'simple']) || isMissing(id)) return null;
  const url = address(context, `${API}/${what}s/`, { value: id }, path);
  return { config: json === undefined ? { url, method } : { url, method, body: { json } } };
}

const labels =
  (
    what: 'message' | 'thread',
    key: 'addLabelIds' | 'removeLabelIds',
    fixed?: readonly string[],
  ): AppOperation =>
  (context) => {
    const written = fixed ?? context.raw('labelIds') ?? [];
    const ids = isJsonList(written) ? written : [written];
    return about(context, what, {
      method: 'POST',
      path: '/modify',
      json: { [key]: context.template([...ids]) },
    });
  };

const listed = 'previous.flatMap(entry => entry.labels ?? [])';

/** Operations that are several requests; null for every other one. */
export function gmailPiece(
  context: NodeContext,
  operation: string,
  auth: () => { readonly auth: Json },
): Piece | null {
  if (operation === 'message/getAll') return listMessages(context, auth);
  return operation === 'message/reply' ? replyToMessage(context, auth) : null;
}

export const gmail: App = {
  title: 'Gmail',
  hosts: ['gmail.googleapis.com'],
  credential: () => 'gmailOAuth2',
  resource: 'message',
  defaults: { message: 'send', draft: 'create', label: 'getAll', thread: 'getAll' },
  operations: {
    'message/send': mail('messages/send'),
    'draft/create': mail('drafts'),
    'message/addLabels': labels('message', 'addLabelIds'),
    'message/removeLabels': labels('message', 'removeLabelIds'),
    'message/markAsRead': labels('message', 'removeLabelIds', ['UNREAD']),
    'message/markAsUnread': labels('message', 'addLabelIds', ['UNREAD']),
    'message/get': getMessage,
    'message/delete': (context) => about(context, 'message', { method: 'DELETE' }),
    'thread/addLabels': labels('thread', 'addLabelIds'),
    'thread/removeLabels': labels('thread', 'removeLabelIds'),
    'label/getAll': (context) =>
      setsOnly(context, ['returnAll']) && isObject(context.node.parameters)
        ? { config: { url: `${API}/labels`, method: 'GET' }, result: listed }
        : null,
  },
};
