import type { Store } from '@skein/ports';

type Method = (...given: readonly unknown[]) => unknown;

/** The same store, with a code on every error. */
export function withErrors(store: Store, toError: (error: unknown) => Error): Store {
  const wrapped = Object.entries(store).map(([name, part]) => [name, wrap(part, toError)]);
  // Every part keeps its shape; only its functions are wrapped.
  return Object.fromEntries(wrapped) as Store;
}

function wrap(part: unknown, toError: (error: unknown) => Error): unknown {
  if (typeof part === 'function') return mapped(part as Method, toError);
  if (typeof part !== 'object' || part === null || part instanceof Set || part instanceof Error)
    return part;
  const entries = Object.entries(part).map(([name, item]) => [name, wrap(item, toError)]);
  return Object.fromEntries(entries);
}

function mapped(method: Method, toError: (error: unknown) => Error): Method {
  const fail = (error: unknown): never => {
    throw toError(error);
  };
  return (...given) => {
    try {
      const result = method(...given);
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}
