import { nativeKinds, type NodeKind } from '@skein/kernel';

/** How the kernel treats a native type. */
export function nativeKind(type: string): NodeKind {
  const kind = nativeKinds.get(type);
  if (kind === undefined) throw new Error(`The kernel has no native type "${type}".`);
  return kind;
}
