// Marks of chats
// A client that says nothing about which chat a message belongs to sends back what was said before. So the reply carries the chat: in a
// link without a text, which nobody sees.
// K1. A mark is signed for one user and one workflow: changed, or sent by somebody else, it is none.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Marks {
  make(about: MarkedChat): string;
  /** The chat of the newest valid mark in these texts. */
  find(texts: readonly string[], about: Omit<MarkedChat, 'chat'>): string | undefined;
  /** The text without marks. */
  strip(text: string): string;
}

export interface MarkedChat {
  readonly owner: string;
  readonly workflow: string;
  readonly chat: string;
}

const shape = /\[\]\(skein:([\w-]{1,400})\.([\w-]{43})\)/gu;

export function chatMarks(secretKey: Uint8Array): Marks {
  const key = createHmac('sha256', secretKey).update('marks of chats').digest();
  const sign = ({ owner, workflow, chat }: MarkedChat) =>
    createHmac('sha256', key)
      .update(JSON.stringify([owner, workflow, chat]))
      .digest();
  return {
    make(about) {
      const chat = Buffer.from(about.chat).toString('base64url');
      return `[](skein:${chat}.${sign(about).toString('base64url')})`;
    },
    find(texts, about) {
      for (const text of [...texts].reverse()) {
        for (const [, encoded = '', signature = ''] of [...text.matchAll(shape)].reverse()) {
          const chat = Buffer.from(encoded, 'base64url').toString();
          const [given, wanted] = [Buffer.from(signature, 'base64url'), sign({ ...about, chat })];
          if (given.length === wanted.length && timingSafeEqual(given, wanted)) return chat;
        }
      }
      return undefined;
    },
    strip: (text) => text.replaceAll(shape, '').trimEnd(),
  };
}
