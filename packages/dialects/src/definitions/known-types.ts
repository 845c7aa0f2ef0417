// Types and functions of a server, for those who compile its definitions elsewhere: a browser, a command line.
import { isObject, nativeKinds, ownValue, type JsonObject, type NodeKind } from '@skein/kernel';
import type { CompileOptions } from '../dialect/dialect.ts';
import { allKinds } from './all-kinds.ts';

/** As the API lists it. */
export interface ListedType {
  readonly type: string;
  /** How the kernel treats it, as JSON; of types that ship the program has its own. */
  readonly kind?: JsonObject | undefined;
  /** Whether the host has registered it. */
  readonly isOwn?: boolean | undefined;
}

export interface ListedFunction {
  readonly name: string;
  readonly ports: readonly string[];
}

export type KnownTypes = Required<Pick<CompileOptions, 'kinds' | 'functions'>>;

/** What it takes to compile a definition as the server does. */
export function knownTypes(
  types: readonly ListedType[],
  functions: readonly ListedFunction[],
): KnownTypes {
  const kinds = new Map(allKinds);
  for (const { type, kind, isOwn = false } of types) {
    // The server writes it from a kind.
    if (isOwn && isObject(kind)) kinds.set(type, { ...kind, type } as unknown as NodeKind);
  }
  const portsOf = new Map(functions.map(({ name, ports }) => [name, ports]));
  // The kernel lists every native type.
  const call = nativeKinds.get('function') as NodeKind;
  kinds.set('function', {
    ...call,
    ports: (config) => {
      const name = ownValue(config, 'name');
      return typeof name === 'string' ? (portsOf.get(name) ?? 'any') : 'any';
    },
  });
  return { kinds, functions: new Set(portsOf.keys()) };
}

/** A kind as JSON, for those who list types. What depends on the config of a node is left to the server. */
export function listedKind(kind: NodeKind): JsonObject {
  const ports = typeof kind.ports === 'function' ? 'any' : kind.ports;
  const isPlain = ([, value]: readonly [string, unknown]) =>
    value !== undefined && typeof value !== 'function';
  // What is left of a kind without its functions is JSON.
  return Object.fromEntries(Object.entries({ ...kind, ports }).filter(isPlain)) as JsonObject;
}
