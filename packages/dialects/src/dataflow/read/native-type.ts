import type { NodeKind } from '@skein/kernel';
import { isOfDialect } from '../../dialect/dialect-name.ts';
import { dataflowTypes, prefix } from '../shape/dataflow-nodes.ts';

export interface Known {
  readonly kinds: ReadonlyMap<string, NodeKind>;
  readonly functions?: ReadonlySet<string> | undefined;
}

/** What a node of this type is in native words; null when nobody knows the type. */
export function nativeType(type: string, { kinds, functions }: Known): string | null {
  if (dataflowTypes.has(type)) return `${prefix}${type}`;
  if (kinds.has(type) && !isOfDialect(type)) return type;
  return functions?.has(type) ? 'function' : null;
}
