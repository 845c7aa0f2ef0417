// Send Email: a mail by the mail server of the credential
import { type Json } from '@skein/kernel';
import { fileTemplate } from '../context/item-files.ts';
import type { NodeContext } from '../context/node-context.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import { isMissing, setsOnly } from './app-request.ts';
import type { HostCall } from './host-call.ts';

const OPTIONS = ['attachments', 'ccEmail', 'bccEmail', 'replyTo'];
const KNOWN = ['fromEmail', 'toEmail', 'subject', 'text', 'html', 'emailFormat', ...OPTIONS];

export function sendEmail(context: NodeContext): HostCall | null {
  const { raw } = context;
  if (!setsOnly(context, [...KNOWN, ...OPTIONS.map((key) => `options.${key}`)])) return null;
  const option = (key: string): Json => raw(key) ?? raw('options', key) ?? '';
  const to = raw('toEmail') ?? '';
  if (isMissing(to)) return null;
  const given: { readonly [name: string]: Json } = {
    to,
    cc: option('ccEmail'),
    bcc: option('bccEmail'),
    replyTo: option('replyTo'),
    ...bodyOf(context),
  };
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => !isMissing(value)));
  const files = option('attachments');
  const attachments = isMissing(files) ? [] : attached(context, files);
  if (attachments === null) return null;
  const call: HostCall = {
    kind: 'mail',
    args: { subject: raw('subject') ?? '', ...args },
    result: 'previous.map(entry => entry.results[0].result)',
    note: senderOf(context),
  };
  return attachments.length === 0 ? call : { ...call, native: { attachments } };
}

/** As the format says; the other text is not sent. */
function bodyOf({ raw, choice, node }: NodeContext): { readonly [name: string]: Json } {
  const [text, html] = [raw('text') ?? '', raw('html') ?? ''];
  if (node.version < 2) return { text, html };
  const format = choice(['emailFormat'], node.version < 2.1 ? 'text' : 'html');
  if (format === 'both') return { text, html };
  return format === 'html' ? { html } : { text };
}

/** Names of files of the item; null where only a run could say them. */
function attached(context: NodeContext, names: Json): readonly string[] | null {
  if (typeof names !== 'string' || isTemplate(names)) return null;
  if (context.scope.modelArgument !== null) return null;
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => fileTemplate(context, name));
}

function senderOf({ raw }: NodeContext): string {
  const from = raw('fromEmail');
  const sender = typeof from === 'string' && from !== '' && !isTemplate(from) ? from : '';
  return ` The sender is "from" of that mail server${sender === '' ? '' : `: ${sender}`}.`;
}
