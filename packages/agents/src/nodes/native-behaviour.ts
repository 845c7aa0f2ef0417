import type { NodeKind } from '@skein/kernel';
import type { NodeBehaviour } from '@skein/ports';

/** The behaviour of a native type. Its description, including its config, is in the room of the dialects. */
export interface NativeBehaviour extends Omit<NodeBehaviour, 'description' | 'configSchema'> {
  /** Where the host knows more about the ports of a node than the kernel. */
  readonly ports?: NodeKind['ports'];
}
