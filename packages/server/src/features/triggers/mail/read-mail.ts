// A mail as the data of a `new_email` trigger
// M1. Whatever somebody sends becomes data of bounded size; nothing in it can stop the mails behind it.
// M2. Attachments are described and not passed on.
import type { JsonObject } from '@skein/api';
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { RawMail } from './imap-mailbox.ts';
import { plainText } from './plain-text.ts';

const bodyMax = 262_144;
const lineMax = 1000;
const listMax = 100;
const limits = { maxNestingDepth: 50, maxHeadersSize: 262_144, maxRfc822NestingDepth: 3 } as const;

/** `mailbox`: the name that the configuration gives it; `id`: the same for the same mail, every time it is read. */
export async function readMail(
  { source, size, arrivedAt }: RawMail,
  { mailbox, id }: { readonly mailbox: string; readonly id: string },
): Promise<JsonObject> {
  const known = { id, mailbox, received_at: new Date(arrivedAt).toISOString(), size };
  const isTruncated = size > source.length;
  try {
    const mail = await PostalMime.parse(source, limits);
    const { body, isCut } = bodyOf(mail);
    return {
      ...known,
      ...headersOf(mail),
      body,
      attachments: mail.attachments.slice(0, listMax).map(({ filename, mimeType, content }) => ({
        filename: line(filename ?? ''),
        content_type: line(mimeType),
        size: typeof content === 'string' ? content.length : content.byteLength,
      })),
      is_truncated: isTruncated || isCut,
      is_malformed: false,
    };
  } catch {
    // It cannot be taken apart: its beginning is passed on as it came.
    const text = Buffer.from(source.subarray(0, bodyMax)).toString('utf8');
    const none = { from: headerIn(text, 'from'), subject: headerIn(text, 'subject') };
    return {
      ...known,
      ...headersOf({ headers: [], headerLines: [], attachments: [] }),
      ...none,
      body: text,
      attachments: [],
      is_truncated: isTruncated || source.length > bodyMax,
      is_malformed: true,
    };
  }
}

function headersOf(mail: Email): JsonObject {
  return {
    from: mail.from === undefined ? '' : written([mail.from]),
    to: written(mail.to),
    cc: written(mail.cc),
    reply_to: written(mail.replyTo),
    subject: line(mail.subject ?? ''),
    date: line(mail.date ?? ''),
    message_id: line(mail.messageId ?? ''),
    in_reply_to: line(mail.inReplyTo ?? ''),
  };
}

function bodyOf({ text, html }: Email): { readonly body: string; readonly isCut: boolean } {
  const isEmpty = text === undefined || text.trim() === '';
  const all = isEmpty && html !== undefined ? plainText(html) : (text ?? '');
  return { body: all.slice(0, bodyMax), isCut: all.length > bodyMax };
}

/** `Ada <ada@example.org>, bob@example.org` */
function written(addresses: readonly Address[] = []): string {
  const flat = addresses.flatMap((each) => (each.group === undefined ? [each] : each.group));
  const texts = flat
    .slice(0, listMax)
    .map(({ name, address }) =>
      name === '' ? address : `${name.replaceAll(/[<>]/g, '')} <${address}>`,
    );
  return texts.join(', ').slice(0, listMax * lineMax);
}

function line(text: string): string {
  return text.slice(0, lineMax);
}

function headerIn(text: string, name: string): string {
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const found = head.split(/\r?\n/).find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line((found ?? '').slice(name.length + 1).trim());
}
