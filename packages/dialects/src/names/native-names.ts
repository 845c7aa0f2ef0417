import { nodeName } from './node-name.ts';
import { nodeNames } from './reference-words.ts';

interface NativeNode {
  readonly id: string;
  readonly type: string;
  readonly name?: string | undefined;
}

/** What people call each of these native nodes; of several with the same name, with their ids. */
export function nativeNames(nodes: readonly NativeNode[]): ReadonlyMap<string, string> {
  return nodeNames(
    nodes.map(({ id, type, name = '' }) => ({ id, title: nodeName({ id, type, name }) })),
  );
}
