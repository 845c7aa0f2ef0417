import type { JsonObject } from '@skein/kernel';

const text = { type: 'string' };
const written = { from: text, to: text, subject: text, body: text };

/** What a mail brings, as far as filters look at it. */
export const mailSchema: JsonObject = {
  type: 'object',
  properties: {
    ...written,
    cc: text,
    reply_to: text,
    date: text,
    received_at: text,
    mailbox: text,
    message_id: text,
    in_reply_to: text,
    size: { type: 'number' },
    attachments: {
      type: 'array',
      items: { type: 'object', properties: { filename: text, content_type: text } },
    },
  },
};

/** What people fill in to try a trigger with a mail. */
export const mailForm: JsonObject = { type: 'object', properties: written };

export const sampleMail: JsonObject = {
  from: 'Ada <ada@example.org>',
  to: 'support@example.org',
  subject: 'Invoice 7',
  body: 'Hello, please find our invoice attached.',
};
