// The key that secrets are sealed with: 32 bytes, as hexadecimal digits or base64. It is never in the store, so that a copy of the store
// alone opens nothing.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EngineError } from '@skein/ports';

export const keyBytes = 32;
const ownerOnly = 0o600;

/** Of SKEIN_SECRET_KEY, else of a file in this folder that only its owner can read, made when it is missing. */
export function secretKey(
  environment: { readonly [name: string]: string | undefined },
  folder: string,
): Uint8Array {
  const named = environment['SKEIN_SECRET_KEY'];
  if (named !== undefined && named !== '') return readKey(named, 'SKEIN_SECRET_KEY');
  const file = path.join(folder, 'secret.key');
  if (existsSync(file)) return readKey(readFileSync(file, 'utf8').trim(), file);
  const key = randomBytes(keyBytes);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${key.toString('base64')}\n`, { mode: ownerOnly, flag: 'wx' });
  return key;
}

function readKey(text: string, file: string): Uint8Array {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const key = Buffer.from(text, isHex ? 'hex' : 'base64');
  if (key.length === keyBytes) return key;
  throw new EngineError('CONFIG_INVALID', { file, problems: ['it must hold 32 bytes in base64'] });
}
