import type { SecretSource } from '@skein/ports';

/** Several sources as one: the first that knows the name is meant. */
export function joinSecrets(sources: readonly SecretSource[]): SecretSource {
  return {
    find: async (name) => {
      for (const source of sources) {
        const secret = await source.find(name);
        if (secret !== undefined) return secret;
      }
      return undefined;
    },
  };
}
