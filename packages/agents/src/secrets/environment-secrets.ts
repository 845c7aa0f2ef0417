import type { SecretSource } from '@skein/ports';

/** Secrets as the environment has them; `hosts` says for some of them where they may go. */
export function environmentSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  hosts: ReadonlyMap<string, readonly string[]> = new Map(),
): SecretSource {
  return {
    find: (name) => {
      const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (value === undefined || value === '') return undefined;
      const bound = hosts.get(name);
      return bound === undefined ? { value } : { value, hosts: bound };
    },
  };
}
