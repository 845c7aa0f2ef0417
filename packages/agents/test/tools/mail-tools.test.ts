import { configuredTools, type MailConfig } from '@skein/agents';
import { runId, type Json } from '@skein/kernel';
import type { Mail, SmtpAccount, Tool, ToolCall } from '@skein/ports';
import { expect, it, onTestFinished } from 'vitest';
import { keptFiles } from '../kept-files.ts';

const usual: MailConfig = {
  host: 'smtp.example.org',
  from: 'Shop <shop@example.org>',
  user: 'shop',
  password: '${SMTP_PASSWORD}',
  recipients: ['*@example.org', 'eve@example.com'],
};

async function mailing(config: Partial<MailConfig> = {}) {
  const sent: { readonly account: SmtpAccount; readonly mail: Mail }[] = [];
  const tools = configuredTools(
    { mail: { office: { ...usual, ...config } } },
    {
      folder: '/nowhere',
      environment: { SMTP_PASSWORD: 'canary-1234' },
      sendMail: async (account, mail) => {
        if (mail.subject === 'refuse') throw new Error('wrong password canary-1234');
        sent.push({ account, mail });
      },
    },
  );
  onTestFinished(() => tools.close());
  const tool = (await tools.find('office')) as Tool;
  const files = keptFiles();
  const call: ToolCall = {
    signal: new AbortController().signal,
    idempotencyKey: 'run/1:a',
    callId: 'c',
    run: runId('r'),
    node: 'n',
    files,
    emit: () => {},
  };
  const send = async (args: Json) => tool.run(args, call);
  return { tool, sent, send, files };
}

it('[A3154] a call is one mail from the configured sender', async () => {
  const { send, sent, files, tool } = await mailing();
  const file = await files.write({ name: 'a.txt', type: 'text/plain' }, Buffer.from('hi'));
  const given = { to: 'Ana <ana@example.org>, bob@example.org', cc: ['eve@example.com'] };
  const said = { subject: 'Hello', text: 'plain', html: '<b>rich</b>', replyTo: 'x@y.org' };
  const messageId = '<run-1-a@example.org>';
  expect(await send({ ...given, ...said, attachments: [file] })).toEqual({ messageId });
  expect(sent).toMatchObject([
    {
      account: {
        host: 'smtp.example.org',
        port: 465,
        tls: true,
        auth: { user: 'shop', pass: 'canary-1234' },
      },
      mail: {
        from: 'Shop <shop@example.org>',
        to: ['ana@example.org', 'bob@example.org'],
        cc: ['eve@example.com'],
        ...said,
        attachments: [{ name: 'a.txt', type: 'text/plain' }],
        messageId,
      },
    },
  ]);
  expect(tool).toMatchObject({
    effect: 'guarded',
    description: 'Sends a mail from Shop <shop@example.org>.',
  });
  await expect(send({ to: 'ana@example.org', subject: 'refuse' })).rejects.toThrow(
    'wrong password [secret SMTP_PASSWORD]',
  );
});

it.each([
  [{ to: 'mallory@example.com' }, /mallory@example.com is not among the recipients/],
  [{ to: 'ana@example.org', cc: 'mallory@example.com' }, /not among the recipients/],
  [{ to: 'ana@example.org', bcc: ['bob@example.org', 'm@example.com'] }, /not among/],
  [{ to: 'ana@example.org\r\nBcc: m@example.com' }, /no mail address/],
  [{ to: 'ana@example.org', replyTo: 'nobody' }, /"nobody" is no mail address/],
  [{ to: '' }, /needs an address in "to"/],
])('[A3155] %j is sent to nobody', async (args, problem) => {
  const { send, sent } = await mailing();
  await expect(send({ ...args, subject: 's' })).rejects.toThrow(problem);
  expect(sent).toEqual([]);
});
