// Settings of the server that its operator makes while it runs: providers of models, the default model
// They are sealed like secrets, in the same table, under names that no secret can have (Stored secrets E2): where a provider is, and
// which key it gets, is nothing for somebody who only has the database.
import { isObject, type Json, type JsonObject } from '@skein/api';
import type { SecretStore } from '@skein/ports';
import { everyItem } from '../../values/every-item.ts';
import type { Sealer } from './sealer.ts';

export interface StoredSettings {
  /** Those whose names begin like this; what cannot be opened with this key is left out. */
  list(prefix: string): Promise<readonly StoredSetting[]>;
  get(name: string): Promise<JsonObject | undefined>;
  put(name: string, value: JsonObject, now: number): Promise<void>;
  delete(name: string): Promise<boolean>;
}

export interface StoredSetting {
  /** Without the prefix. */
  readonly name: string;
  readonly value: JsonObject;
  readonly updatedAt: number;
}

const prefix = 'setting:';

/** Settings of the server belong to nobody. */
const user = '';

export function storedSettings(
  { secrets }: { readonly secrets: SecretStore },
  sealer: Sealer,
): StoredSettings {
  const sealName = (name: string) => JSON.stringify(['setting', name]);
  const get = async (name: string): Promise<JsonObject | undefined> => {
    const kept = await secrets.get(`${prefix}${name}`, user);
    const text = kept === undefined ? undefined : sealer.open(sealName(name), kept.sealed);
    // What was sealed here is JSON.
    const value = text === undefined ? null : (JSON.parse(text) as Json);
    return isObject(value) ? value : undefined;
  };
  return {
    get,
    async list(wanted) {
      const found: StoredSetting[] = [];
      for await (const { name: full, updatedAt } of everyItem((page) =>
        secrets.list({ ...page, user }),
      )) {
        if (!full.startsWith(`${prefix}${wanted}`)) continue;
        const name = full.slice(prefix.length);
        const value = await get(name);
        if (value !== undefined) found.push({ name: name.slice(wanted.length), value, updatedAt });
      }
      return found;
    },
    async put(name, value, now) {
      const before = await secrets.get(`${prefix}${name}`, user);
      await secrets.put({
        name: `${prefix}${name}`,
        user,
        sealed: sealer.seal(sealName(name), JSON.stringify(value)),
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      });
    },
    delete: async (name) => secrets.delete(`${prefix}${name}`, user),
  };
}
