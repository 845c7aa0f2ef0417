// References at run time
// A proxy that knows where a value will be, and whose properties know it of the parts. It is written into the definition, and never
// read: there is nothing to read while a graph is built.
import type { Ref, RefTo } from './ref.ts';

export type PathPart = string | number;

/** A value of a run: its input, what arrives at a node, or the output of a node. */
export interface ValueRef {
  readonly kind: 'value';
  /** The graph, or body of a map, whose runs have it. */
  readonly owner: object;
  readonly source:
    | 'trigger'
    | 'previous'
    /** `after`: what has to be over before it can be read. */
    | { readonly node: string; readonly after: string };
  readonly path: readonly PathPart[];
}

export type RefData =
  | ValueRef
  | { readonly kind: 'member'; readonly of: RefData; readonly path: readonly PathPart[] }
  | { readonly kind: 'text'; readonly parts: readonly (string | RefData)[] }
  /** A function of expressions. */
  | { readonly kind: 'call'; readonly name: 'json' | 'exists'; readonly of: RefData }
  /** `other`: any template. */
  | { readonly kind: 'else'; readonly of: RefData; readonly other: unknown };

const data = Symbol('skein.ref');

interface Holder {
  readonly [data]: RefData;
}

export function makeRef<T>(about: RefData): Ref<T> {
  // The proxy has whatever part is asked for.
  return new Proxy<Holder>({ [data]: about }, handler) as unknown as Ref<T>;
}

export function isRef(given: unknown): given is RefTo<unknown> {
  return typeof given === 'object' && given !== null && data in given;
}

export function refData(ref: RefTo<unknown>): RefData {
  // Nothing else has that type.
  return (ref as unknown as Holder)[data];
}

const handler: ProxyHandler<Holder> = {
  get(target, key) {
    if (key === data) return target[data];
    if (key === Symbol.toPrimitive || key === 'toString' || key === 'valueOf') return refuse;
    // Who awaits a reference gets it back; other symbols are for values.
    if (typeof key === 'symbol' || key === 'then') return undefined;
    return makeRef(partOf(target[data], key));
  },
  has: (_, key) => key === data,
  ownKeys: () => [],
  set: () => {
    throw new TypeError(
      'A reference cannot be changed: the value that it stands for is made by a run.',
    );
  },
};

function refuse(): never {
  throw new TypeError(
    'A reference has no value while a graph is built. Write text`…` around it to put it into a text, compare it with eq, gt and the like, and compute with it in a step.',
  );
}

function partOf(about: RefData, key: string): RefData {
  const part = /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : key;
  if (about.kind === 'value' || about.kind === 'member')
    return { ...about, path: [...about.path, part] };
  return { kind: 'member', of: about, path: [part] };
}
