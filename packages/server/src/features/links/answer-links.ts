// Answer links
// Whoever has one may answer one wait, for the one it was made for, without signing in.
// L1. A link is not stored: its signature proves that this server made it, or another one with the same key for secrets. Wait,
//     recipient and time are part of what is signed.
// L2. It works once, because a wait is answered once; it ends at its time, and never later than the deadline of the wait.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkRequest, MadeLink } from '@skein/engine';
import { EngineError, type Clock, type WaitRecord } from '@skein/ports';

export interface AnswerLink {
  readonly wait: string;
  /** Whom it speaks for. */
  readonly recipient: string;
  readonly until: number;
}

export interface AnswerLinks {
  /** Throws WAIT_CLOSED when there is nothing to answer any more. */
  readonly make: (wait: WaitRecord, request: LinkRequest) => MadeLink;
  sign(link: AnswerLink): string;
  /** Undefined for one that was changed, or was not made with this key. */
  read(token: string): AnswerLink | undefined;
}

export const answerPath = '/answer';
const weekMs = 7 * 24 * 3_600_000;
const latest = Date.UTC(9999, 11, 31);

export function answerLinks(
  secretKey: Uint8Array,
  { clock, place }: { readonly clock: Pick<Clock, 'now'>; readonly place: () => string },
): AnswerLinks {
  const key = createHmac('sha256', secretKey).update('links that answer waits').digest();
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest();
  const sign = ({ wait, recipient, until }: AnswerLink) => {
    const text = Buffer.from(JSON.stringify([wait, recipient, until])).toString('base64url');
    const token = `${text}.${signatureOf(text).toString('base64url')}`;
    return `${place()}${answerPath}/${token}`;
  };
  return {
    sign,
    make({ id, status, deadlineAt }, { for: recipient, expiresAfterMs = weekMs }) {
      if (status !== 'open') throw new EngineError('WAIT_CLOSED', { wait: id, status });
      const until = Math.min(clock.now() + expiresAfterMs, deadlineAt ?? latest, latest);
      return { url: sign({ wait: id, recipient, until }), expiresAt: until };
    },
    read(token) {
      const [text = '', signature = '', ...more] = token.split('.');
      const [given, wanted] = [Buffer.from(signature, 'base64url'), signatureOf(text)];
      if (more.length > 0 || given.length !== wanted.length) return undefined;
      if (!timingSafeEqual(given, wanted)) return undefined;
      // Signed by us, so it has this form.
      const signed = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
        string,
        string,
        number,
      ];
      const [wait, recipient, until] = signed;
      return { wait, recipient, until };
    },
  };
}
