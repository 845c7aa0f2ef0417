import { findNativeNode } from '../native/nodes/native-nodes.ts';
import { nameOfId } from './default-name.ts';

export interface NamedNode {
  readonly id: string;
  readonly type: string;
  /** Empty: nobody has named it. */
  readonly name: string;
}

/** What people call a native node: its name, else the one that its id was made of, else the id. */
export function nodeName({ id, type, name }: NamedNode): string {
  return name || (nameOfId(id, findNativeNode(type)?.name ?? '') ?? id);
}
