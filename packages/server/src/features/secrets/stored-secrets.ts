// Secrets in the store
// E1. They belong to the server, so to its own user, or to a user for their own MCP servers: those are apart, even for the server's
//     own user. A value is sealed together with the hosts it may go to, and leaves only as
//     a `Secret` that fills in a configuration.
// E2. The secrets of webhooks are in the same table, under names that no secret of a configuration can have.
import { isObject, ownValue, type Json } from '@skein/api';
import type { Secret, SecretSource, SecretStore } from '@skein/ports';
import { everyItem } from '../../values/every-item.ts';
import type { Sealer } from './sealer.ts';

export interface StoredSecret {
  readonly name: string;
  /** Null: it cannot be opened with this key. */
  readonly secret: Secret | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredSecrets extends SecretSource {
  /** Oldest first. */
  list(page: { readonly cursor?: string; readonly limit: number }): Promise<{
    readonly items: readonly StoredSecret[];
    readonly nextCursor: string | null;
  }>;
  /** All of them, with the time of their last change. */
  known(): Promise<readonly { readonly name: string; readonly updatedAt: number }[]>;
  get(name: string): Promise<StoredSecret | undefined>;
  put(name: string, secret: Secret, now: number): Promise<void>;
  delete(name: string): Promise<boolean>;
}

/** No name of the server's secrets begins like this. */
const ownPrefix = 'own:';
const form = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

export function storedSecrets(
  { secrets }: { readonly secrets: SecretStore },
  sealer: Sealer,
  whose?: { readonly of: string },
): StoredSecrets {
  const user = whose?.of ?? '';
  const prefix = whose === undefined ? '' : ownPrefix;
  const sealName = (name: string) =>
    JSON.stringify(whose === undefined ? ['secret', name] : ['own secret', user, name]);
  /** The name that a user knows it by; undefined for what is something else. */
  const nameOf = (stored: string): string | undefined => {
    if (!stored.startsWith(prefix)) return undefined;
    const name = stored.slice(prefix.length);
    return form.test(name) ? name : undefined;
  };

  async function get(name: string): Promise<StoredSecret | undefined> {
    const kept = form.test(name) ? await secrets.get(`${prefix}${name}`, user) : undefined;
    if (kept === undefined) return undefined;
    const { createdAt, updatedAt, sealed } = kept;
    return { name, secret: read(sealer.open(sealName(name), sealed)), createdAt, updatedAt };
  }

  return {
    get,
    find: async (name) => (await get(name))?.secret ?? undefined,
    async list(page) {
      const { items, nextCursor } = await secrets.list({ ...page, user });
      const names = items.map(({ name }) => nameOf(name)).filter((name) => name !== undefined);
      const found = await Promise.all(names.map((name) => get(name)));
      return { items: found.filter((each) => each !== undefined), nextCursor };
    },
    async known() {
      const known: { readonly name: string; readonly updatedAt: number }[] = [];
      for await (const kept of everyItem((page) => secrets.list({ ...page, user }))) {
        const name = nameOf(kept.name);
        if (name !== undefined) known.push({ name, updatedAt: kept.updatedAt });
      }
      return known;
    },
    async put(name, { value, hosts }, now) {
      const before = await secrets.get(`${prefix}${name}`, user);
      const text = JSON.stringify({ value, hosts });
      await secrets.put({
        name: `${prefix}${name}`,
        user,
        sealed: sealer.seal(sealName(name), text),
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      });
    },
    delete: async (name) => form.test(name) && secrets.delete(`${prefix}${name}`, user),
  };
}

function read(text: string | undefined): Secret | null {
  // What was sealed here is JSON of this form.
  const kept = text === undefined ? null : (JSON.parse(text) as Json);
  const value = isObject(kept) ? ownValue(kept, 'value') : undefined;
  if (typeof value !== 'string' || !isObject(kept)) return null;
  const hosts = ownValue(kept, 'hosts');
  return Array.isArray(hosts) ? { value, hosts: hosts.map(String) } : { value };
}
