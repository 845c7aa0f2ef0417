import type { Vault } from '../../secrets/vault.ts';
import type { BroughtAuth } from './brought-tool.ts';

const reference = /\$\{([A-Za-z_][\w.-]*)\}/g;

/** The same, for what a definition says: a secret that is bound to no place is not given out. */
export function boundVault(vault: Vault): Vault {
  return {
    ...vault,
    fill: async (text, target, write = (value) => value) => {
      const values = new Map<string, string>();
      for (const [, name = ''] of text.matchAll(reference))
        values.set(name, write(await vault.take(name, target)));
      return text.replaceAll(reference, (written, name: string) => values.get(name) ?? written);
    },
  };
}

/** The header that signs in; its secret is filled in when the request is sent. */
export function authHeaders(auth: BroughtAuth = {}): Readonly<Record<string, string>> {
  if (auth.bearer !== undefined) return { authorization: `Bearer \${${auth.bearer}}` };
  return auth.header === undefined ? {} : { [auth.header.name]: `\${${auth.header.secret}}` };
}
