import { nativeNodeTypes } from '@skein/agents';
import type { NodeType } from '@skein/ports';

const native = nativeNodeTypes({ functions: new Map() });

/** The native node type of this name. */
export function nativeType(name: string): NodeType {
  const type = native.get(name);
  if (type === undefined) throw new Error(`There is no native node type "${name}".`);
  return type;
}
