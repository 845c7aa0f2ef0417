import { codeKind, type NodeKind } from '@skein/kernel';

/** The kind of a node type that this code brings along. */
export function kindOfCode(type: string): NodeKind {
  const kind = codeKind(type);
  if (kind === undefined) throw new Error(`"${type}" is not the name of a node type of code.`);
  return kind;
}
