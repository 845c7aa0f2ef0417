import type { NodeIo } from './node-type.ts';

/** The same io, with some of it replaced. Everything else is passed on as it is asked for: it is made on first use. */
export function overIo<Own extends Partial<NodeIo>>(io: NodeIo, own: Own): NodeIo & Own {
  const has = (key: PropertyKey) => Object.hasOwn(own, key) || Reflect.has(io, key);
  const get = (_: unknown, key: PropertyKey): unknown =>
    Reflect.get(Object.hasOwn(own, key) ? own : io, key);
  // Whatever either has is found there; methods of an io work without `this`.
  return new Proxy({}, { get, has: (_, key) => has(key) }) as NodeIo & Own;
}
