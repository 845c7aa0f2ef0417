// The module `crypto` for code that only makes hashes and ids with it
import { hashPart } from './hash-part.ts';

/** Whether everything that the code asks modules for is offered by the part. */
export function asksOnlyHashes(source: string): boolean {
  const modules = [...source.matchAll(/\brequire\(\s*['"`]([^'"`]+)['"`]\s*\)/g)];
  if (modules.length === 0) return false;
  if (!modules.every(([, name = '']) => /^(?:node:)?crypto$/.test(name))) return false;
  const isMore =
    /\bBuffer\b|timingSafeEqual|randomBytes|\bpublic\w+\(|\bprivate\w+\(|create(?:Cipher|Decipher|Sign|Verify)|pbkdf|scrypt|constants/;
  if (isMore.test(source)) return false;
  const kinds = [...source.matchAll(/create(?:Hash|Hmac)\(\s*([^,)]*)/g)];
  return kinds.every(([, kind = '']) => /^['"`](?:md5|sha-?1|sha-?256)['"`]\s*$/i.test(kind));
}

export const cryptoPart = `${hashPart}
const require = () => {
  const made = (write) => { let text = ''; const self = { update(part) { text += String(part); return self; }, digest: (encoding = 'hex') => write(text, encoding) }; return self; };
  const kindOf = (name) => name.replace('-', '').toUpperCase();
  return {
    createHash: (name) => made((text, encoding) => hash(kindOf(name), text, encoding)),
    createHmac: (name, secret) => made((text, encoding) => hmac(kindOf(name), secret, text, encoding)),
    randomUUID: uuid,
  };
};`;
