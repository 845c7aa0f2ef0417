// Secrets in a file
// Each value is sealed by itself with AES-256-GCM under a key from the environment. Name and hosts are authenticated too:
// someone who can write the file but has no key can neither rename a secret nor send it elsewhere.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import path from 'node:path';
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { SecretSource } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { readJsonFile, writeJsonFile } from '../files/json-file.ts';

export interface SecretFile extends SecretSource {
  /** Names and hosts, never values. */
  list(): Promise<readonly { readonly name: string; readonly hosts?: readonly string[] }[]>;
  set(
    name: string,
    secret: { readonly value: string; readonly hosts?: readonly string[] },
  ): Promise<void>;
  remove(name: string): Promise<boolean>;
}

/** 32 bytes as hexadecimal or base64; asked for when a value is sealed or opened. */
export type SecretKey = () => string | undefined;

export function secretFile(file: string, key: SecretKey): SecretFile {
  return {
    find: async (name) => {
      const sealed = ownValue(await readSealed(file), name);
      if (!isObject(sealed)) return undefined;
      const hosts = hostsOf(sealed);
      const value = open(readKey(key), { name, sealed, hosts, file });
      return hosts === undefined ? { value } : { value, hosts };
    },
    list: async () =>
      Object.entries(await readSealed(file)).map(([name, sealed]) => {
        const hosts = isObject(sealed) ? hostsOf(sealed) : undefined;
        return hosts === undefined ? { name } : { name, hosts };
      }),
    set: async (name, { value, hosts }) => {
      const secrets: { [name: string]: Json } = { ...(await readSealed(file)) };
      setOwn(secrets, name, seal(readKey(key), { name, value, hosts }));
      await writeJsonFile(file, { secrets });
    },
    remove: async (name) => {
      const secrets = await readSealed(file);
      if (!Object.hasOwn(secrets, name)) return false;
      const left = Object.entries(secrets).filter(([each]) => each !== name);
      await writeJsonFile(file, { secrets: Object.fromEntries(left) });
      return true;
    },
  };
}

const ivBytes = 12;

function seal(
  key: Buffer,
  { name, value, hosts }: { name: string; value: string; hosts: readonly string[] | undefined },
): JsonObject {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(name, hosts));
  const data = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return {
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
    ...(hosts !== undefined && { hosts: [...hosts] }),
  };
}

function open(
  key: Buffer,
  {
    name,
    sealed,
    hosts,
    file,
  }: { name: string; sealed: JsonObject; hosts: readonly string[] | undefined; file: string },
): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(sealed, 'iv'), {
      authTagLength: 16,
    })
      .setAAD(boundTo(name, hosts))
      .setAuthTag(bytesOf(sealed, 'tag'));
    return Buffer.concat([decipher.update(bytesOf(sealed, 'data')), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    // Node's own message would be confusing: the key is wrong, or the file was changed.
    throw refused(`The secret "${name}" in ${path.basename(file)} cannot be opened with this key.`);
  }
}

function boundTo(name: string, hosts: readonly string[] | undefined): Buffer {
  return Buffer.from(JSON.stringify([name, hosts ?? null]));
}

function bytesOf(sealed: JsonObject, field: string): Buffer {
  const text = ownValue(sealed, field);
  return Buffer.from(typeof text === 'string' ? text : '', 'base64');
}

function hostsOf(sealed: JsonObject): readonly string[] | undefined {
  const hosts = ownValue(sealed, 'hosts');
  return Array.isArray(hosts) ? hosts.map(String) : undefined;
}

function readKey(key: SecretKey): Buffer {
  const text = key()?.trim() ?? '';
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length === 32) return bytes;
  throw refused(
    text === ''
      ? 'The secret store is locked: there is no key in the environment.'
      : 'The key of the secret store is not 32 bytes in base64 or hexadecimal.',
  );
}

function refused(message: string): Error {
  const hint =
    'Set SKEIN_SECRETS_KEY to 32 random bytes, for example from `openssl rand -base64 32`.';
  return failureError({ code: 'SECRET_REFUSED', message, retry: 'never', data: { hint } });
}

async function readSealed(file: string): Promise<JsonObject> {
  const value = await readJsonFile(file);
  if (value === undefined) return {};
  const secrets = isObject(value) ? ownValue(value, 'secrets') : undefined;
  if (isObject(secrets)) return secrets;
  throw refused(`${path.basename(file)} is not a secret store.`);
}
