import type { Loose } from './serving.ts';

/** The code of a refusal. Clients of JSON-RPC get a number, and the code as its reason. */
export function codeIn({ error }: { readonly error?: Loose }): string | undefined {
  return typeof error?.code === 'number' ? error.data?.[0]?.reason : error?.code;
}
