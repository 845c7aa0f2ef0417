// Addresses that a question asks somebody to open
// They come from programs that nobody here answers for: an MCP server that sends a person elsewhere to sign in or to pay.
import { isObject, ownValue, type Json } from '@skein/kernel';

const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The address as browsers read it, if it is https or on this machine; null for one that nobody should open. */
export function safeAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, username, password, href } = new URL(text);
  if (username !== '' || password !== '') return null;
  const isSafe = protocol === 'https:' || (protocol === 'http:' && thisMachine.has(hostname));
  return isSafe ? href : null;
}

/** The address that the data of a question names, with the server that asks; null for every other question. */
export function askedAddress(data: Json | undefined): string | null {
  if (data === undefined || !isObject(data)) return null;
  const url = ownValue(data, 'url');
  if (typeof url !== 'string' || typeof ownValue(data, 'server') !== 'string') return null;
  return safeAddress(url);
}
