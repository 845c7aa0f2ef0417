// Goal: messages of Gmail are read, listed and answered as n8n does it. Method: a server that speaks as much of the API as that takes.
import type { Json } from '@skein/kernel';
import { expect, it } from 'vitest';
import { runApp, type Asked } from './run-app.ts';

const encoded = (text: string) => Buffer.from(text).toString('base64url');

const headers = [
  { name: 'From', value: '"Li, Ann" <ann@example.org>' },
  { name: 'To', value: 'me@example.org, Bob <bob@example.org>' },
  { name: 'Subject', value: 'Grüße' },
  { name: 'Message-ID', value: '<m1@example.org>' },
  { name: 'X-Other', value: 'x' },
];

const about = { id: 'm1', threadId: 't1', labelIds: ['INBOX'], snippet: 'Hi', sizeEstimate: 7 };

function answer({ path }: Asked): Json {
  if (path.startsWith('/gmail/v1/users/me/profile')) return { emailAddress: 'me@example.org' };
  if (/\/messages\?/.test(path)) return { messages: [{ id: 'm1' }, { id: 'm2' }] };
  if (path.includes('/send')) return { id: 'm9', threadId: 't1', labelIds: ['SENT'] };
  const id = /messages\/(\w+)/.exec(path)?.[1] ?? '';
  const parts = [
    { mimeType: 'text/plain', body: { data: encoded('Grüße, 你好') } },
    { mimeType: 'text/html', body: { data: encoded('<b>Hi</b>') } },
    { mimeType: 'text/plain', filename: 'a.txt', body: { attachmentId: 'a' } },
  ];
  const payload = {
    mimeType: 'multipart/mixed',
    headers,
    parts: [{ mimeType: 'multipart/alternative', parts }],
  };
  return { ...about, id, payload };
}

const gmail = (parameters: { readonly [key: string]: Json }) => ({
  type: 'gmail',
  version: 2.1,
  parameters,
});

const simplified = {
  id: 'm1',
  threadId: 't1',
  snippet: 'Hi',
  sizeEstimate: 7,
  payload: { mimeType: 'multipart/mixed' },
  labels: [{ id: 'INBOX', name: 'INBOX' }],
  From: '"Li, Ann" <ann@example.org>',
  To: 'me@example.org, Bob <bob@example.org>',
  Subject: 'Grüße',
};

it('[C3151] a message is read, simplified or as a whole', async () => {
  const get = { operation: 'get', messageId: '={{ $json.mail }}' };
  const short = await runApp(gmail(get), [{ mail: 'm1' }], answer);
  expect(short.error).toBeUndefined();
  expect(short.output).toEqual([simplified]);
  const whole = await runApp(gmail({ ...get, simple: false }), [{ mail: 'm1' }], answer);
  expect(whole.output).toMatchObject([
    {
      ...about,
      text: 'Grüße, 你好',
      html: '<b>Hi</b>',
      subject: 'Grüße',
      from: { value: [{ address: 'ann@example.org', name: 'Li, Ann' }] },
      to: {
        value: [
          { address: 'me@example.org', name: '' },
          { address: 'bob@example.org', name: 'Bob' },
        ],
      },
      messageId: '<m1@example.org>',
    },
  ]);
  expect([short, whole].flatMap(({ asked }) => asked.map(({ path }) => path))).toEqual([
    '/gmail/v1/users/me/messages/m1?format=metadata',
    '/gmail/v1/users/me/messages/m1?format=full',
  ]);
});

it('[C3151] messages are found by filters, and each is read', async () => {
  const filters = {
    q: 'has:attachment',
    sender: '={{ $json.from }}',
    readStatus: 'unread',
    receivedAfter: '2026-11-18T00:00:00Z',
    labelIds: ['INBOX', 'UNREAD'],
  };
  const listed = await runApp(
    gmail({ operation: 'getAll', limit: 2, filters }),
    [{ from: 'ann@example.org' }],
    answer,
  );
  expect(listed.error).toBeUndefined();
  expect(listed.output).toEqual([simplified, { ...simplified, id: 'm2' }]);
  const [first, ...others] = listed.asked.map(({ path }) => new URL(path, 'http://a.test'));
  expect(first?.searchParams.get('q')).toBe(
    'has:attachment from:ann@example.org is:unread after:1794960000',
  );
  expect(first?.searchParams.get('maxResults')).toBe('2');
  expect(first?.searchParams.getAll('labelIds')).toEqual(['INBOX', 'UNREAD']);
  expect(others.map(({ pathname }) => pathname)).toEqual([
    '/gmail/v1/users/me/messages/m1',
    '/gmail/v1/users/me/messages/m2',
  ]);
});

it('[C3151] an answer goes into the conversation, to its sender and the others, and not to oneself', async () => {
  const reply = { operation: 'reply', messageId: '={{ $json.mail }}', emailType: 'text' };
  const message = '=Dear {{ $json.name }}';
  const done = await runApp(
    gmail({ ...reply, message, options: { ccList: 'c@example.org' } }),
    [{ mail: 'm1', name: 'Ann' }],
    answer,
  );
  expect(done.error).toBeUndefined();
  expect(done.output).toEqual([{ id: 'm9', threadId: 't1', labelIds: ['SENT'] }]);
  const sent = done.asked.at(-1);
  expect(sent?.path).toBe('/upload/gmail/v1/users/me/messages/send?uploadType=multipart');
  const body = typeof sent?.body === 'string' ? sent.body : '';
  const parts = body.split(/\r\n--skein[^\r]*|^--skein[^\r]*/);
  expect(parts[1]).toContain('{"threadId":"t1"}');
  expect(parts[2]?.split('\r\n')).toEqual(
    expect.arrayContaining([
      'To: "Li, Ann" <ann@example.org>, Bob <bob@example.org>',
      'Cc: c@example.org',
      'Subject: =?UTF-8?Q?Re=3A=20Gr=C3=BC=C3=9Fe?=',
      'In-Reply-To: <m1@example.org>',
      'Dear Ann',
    ]),
  );
});
