// What shared pages put into addresses: a text that only this server can have made, for one page and one purpose.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface TokenAbout {
  readonly purpose: 'result' | 'chat';
  /** Of the page. */
  readonly share: string;
}

export function signToken(key: Uint8Array, about: TokenAbout, text: string): string {
  const signature = signatureOf(key, about, text).toString('base64url');
  return `${Buffer.from(text).toString('base64url')}.${signature}`;
}

/** Undefined for what was changed, or made for something else. */
export function readToken(key: Uint8Array, about: TokenAbout, token: string): string | undefined {
  const [encoded = '', given = ''] = token.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  const [is, wanted] = [Buffer.from(given, 'base64url'), signatureOf(key, about, text)];
  return is.length === wanted.length && timingSafeEqual(is, wanted) ? text : undefined;
}

function signatureOf(key: Uint8Array, { purpose, share }: TokenAbout, text: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, share, text]))
    .digest();
}
