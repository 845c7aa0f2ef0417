import type { Store } from '@skein/ports';

type Method = (...given: readonly unknown[]) => unknown;

/** A store each of whose methods is replaced by what `wrap` makes of it; names are `runs.append`, `leases.claim` … */
export function wrappedStore(store: Store, wrap: (name: string, method: Method) => Method): Store {
  const parts = Object.entries(store).map(([name, part]: [string, unknown]) => {
    if (typeof part !== 'object' || part === null) return [name, part];
    const methods = Object.entries(part).map(([key, value]) => [
      key,
      typeof value === 'function' ? wrap(`${name}.${key}`, value as Method) : value,
    ]);
    return [name, Object.fromEntries(methods)];
  });
  // Every part keeps its shape; only its functions are wrapped.
  return Object.fromEntries(parts) as Store;
}
