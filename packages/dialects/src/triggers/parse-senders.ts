// Who sent a mail
// Reads the addresses out of a `From` header. A display name may hold anything, also another address in angle brackets, so
// quoted names and comments are skipped before brackets are looked for.
//
// M1. One pass; nesting of comments is counted, not recursed into.
// M2. Invalid addresses are dropped: a filter would trust a guess.
import { isObject, ownValue, type Json } from '@skein/kernel';

/** The lower-cased addresses in a text, an object with `email` or `address`, or a list of those. */
export function parseSenders(from: Json | undefined): readonly string[] {
  if (typeof from === 'string') return parseHeader(from);
  if (Array.isArray(from)) return from.flatMap((item: Json) => parseOne(item));
  return from === undefined ? [] : parseOne(from);
}

function parseOne(item: Json): readonly string[] {
  if (typeof item === 'string') return parseHeader(item);
  if (!isObject(item)) return [];
  const written = ownValue(item, 'email') ?? ownValue(item, 'address');
  return typeof written === 'string' ? parseHeader(written) : [];
}

interface Reader {
  readonly text: string;
  at: number;
}

function parseHeader(text: string): readonly string[] {
  const addresses: (string | null)[] = [];
  const reader: Reader = { text, at: 0 };
  let bare = '';
  let hasBrackets = false;
  const finish = () => {
    // Beside an address in brackets, what stands bare is a name.
    if (!hasBrackets) addresses.push(toAddress(bare));
    bare = '';
    hasBrackets = false;
  };
  while (reader.at < text.length) {
    const character = text[reader.at] as string;
    if (character === '"') {
      const quoted = takeQuoted(reader);
      if (text[reader.at] === '@') bare += quoted;
    } else if (character === '(') skipComment(reader);
    else if (character === '<') {
      addresses.push(toAddress(takeBracketed(reader)));
      hasBrackets = true;
    } else {
      reader.at++;
      if (character === ',' || character === ';') finish();
      else bare += character;
    }
  }
  finish();
  return addresses.filter((address) => address !== null);
}

function takeQuoted(reader: Reader): string {
  const start = reader.at++;
  while (reader.at < reader.text.length && reader.text[reader.at] !== '"') {
    reader.at += reader.text[reader.at] === '\\' ? 2 : 1;
  }
  reader.at++;
  return reader.text.slice(start, reader.at);
}

function skipComment(reader: Reader): void {
  let depth = 0;
  do {
    const character = reader.text[reader.at];
    if (character === '(') depth++;
    if (character === ')') depth--;
    reader.at += character === '\\' ? 2 : 1;
  } while (depth > 0 && reader.at < reader.text.length);
}

function takeBracketed(reader: Reader): string {
  const start = ++reader.at;
  while (reader.at < reader.text.length && reader.text[reader.at] !== '>') {
    if (reader.text[reader.at] === '"') takeQuoted(reader);
    else reader.at++;
  }
  return reader.text.slice(start, reader.at++);
}

/** Something on both sides of the last `@`, no space outside of quotes; the dot that may end a domain is left out. */
function toAddress(written: string): string | null {
  const text = written.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1).replace(/\.$/, '');
  const isQuoted = local.length > 2 && local.startsWith('"') && local.endsWith('"');
  if (local === '' || domain === '' || /\s/.test(domain)) return null;
  return isQuoted || !/[\s@]/.test(local) ? `${local}@${domain}` : null;
}
