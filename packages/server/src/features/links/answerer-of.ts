import type { Answerer } from '@skein/api';

/** Whom a link speaks for: the one it was made for, whoever has it in hand. */
export function answererOf(recipient: string): Answerer {
  const address = recipient.startsWith('mail:') ? recipient.slice('mail:'.length) : recipient;
  return address.includes('@')
    ? { channel: 'link', email: address }
    : { channel: 'link', id: recipient };
}
