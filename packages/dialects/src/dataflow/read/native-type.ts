// Which type a word of a definition means
// What the host has registered comes first, whatever of the format or of native has the same name: who writes an own `chat` means
// it. Functions in the form of this dialect only count here, so one that is called like a type of native, or of the format, is
// registered under the prefix of the dialect, and native workflows keep theirs.
import { nativeKinds, type NodeKind } from '@skein/kernel';
import { isOfDialect } from '../../dialect/dialect-name.ts';
import type { KnownTools } from '../../dialect/known-tools.ts';
import { dataflowKinds, dataflowTypes, prefix } from '../shape/dataflow-nodes.ts';

export interface Known {
  readonly kinds: ReadonlyMap<string, NodeKind>;
  readonly functions?: ReadonlySet<string> | undefined;
  readonly tools?: KnownTools | undefined;
  readonly isStored?: boolean | undefined;
}

const shippedKinds: ReadonlyMap<string, NodeKind> = new Map(
  dataflowKinds.map((kind) => [kind.type, kind]),
);

/** The node type under which a function of the host is registered for definitions of this dialect. */
export function dataflowFunctionType(name: string): string {
  const isTaken = dataflowTypes.has(name) || nativeKinds.has(name) || isOfDialect(name);
  return isTaken ? `${prefix}${name}` : name;
}

/** The native type of a node of this type; null if the type is unknown. */
export function nativeType(type: string, known: Known): string | null {
  const { kinds, functions } = known;
  const own = `${prefix}${type}`;
  if (kinds.has(own) && !isShipped(own, known)) return own;
  const isNative = nativeKinds.has(type);
  const isKnown = kinds.has(type) && !isOfDialect(type);
  if (isKnown && !isNative) return type;
  if (functions?.has(type)) return 'function';
  if (dataflowTypes.has(type)) return own;
  return isKnown ? type : null;
}

/** Whether a type of the format is what the format says, and not a function of the host in its place. */
export function isShipped(native: string, { kinds }: Known): boolean {
  const shipped = shippedKinds.get(native);
  return shipped !== undefined && (kinds.get(native) ?? shipped) === shipped;
}
