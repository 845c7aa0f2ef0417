import type { NodeKind } from '@skein/kernel';
import type { NodeBehaviour } from '@skein/ports';

/** What a native type does. What is said about it, its config included, is in the room of the dialects. */
export interface NativeBehaviour extends Omit<NodeBehaviour, 'description' | 'configSchema'> {
  /** Where the host knows more about the ports of a node than the kernel. */
  readonly ports?: NodeKind['ports'];
}
