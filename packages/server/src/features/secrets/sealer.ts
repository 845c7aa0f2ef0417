// Sealing
// Secrets that must be read again are stored encrypted, with a key that is not in the store. Owner and name are authenticated
// with the value: moved to another row it cannot be opened.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface Sealer {
  seal(name: string, value: string): string;
  /** Undefined when it was sealed with another key, or for another name. */
  open(name: string, sealed: string): string | undefined;
}

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

export function sealer(key: Uint8Array): Sealer {
  if (key.length !== keyBytes) throw new Error(`A key for secrets has ${keyBytes} bytes.`);
  return {
    seal(name, value) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
      const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open(name, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
          .setAAD(Buffer.from(name))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const text = bytes.subarray(ivBytes + tagBytes);
        return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
