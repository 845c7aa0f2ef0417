import type { NodeKind } from '@skein/kernel';
import { isOfDialect } from '../../dialect/dialect-name.ts';
import { dataflowTypes, prefix } from '../shape/dataflow-nodes.ts';

export interface Known {
  readonly kinds: ReadonlyMap<string, NodeKind>;
  readonly functions?: ReadonlySet<string> | undefined;
}

/** The native type of a node of this type; null if the type is unknown. */
export function nativeType(type: string, { kinds, functions }: Known): string | null {
  if (dataflowTypes.has(type)) return `${prefix}${type}`;
  if (kinds.has(type) && !isOfDialect(type)) return type;
  return functions?.has(type) ? 'function' : null;
}
