// Node types that come with a program's code: durable functions, agents, and threads with them. Their names say how the kernel treats
// them, so a run can be read where the code is missing; driving it takes the code.
import { isObject, ownValue } from '../json.ts';
import { agentKind } from './native-kinds.ts';
import type { NodeKind } from './node-kind.ts';

const kindsByPrefix = {
  workflow: (type: string): NodeKind => ({
    type,
    mode: 'execute',
    ports: ['output', 'restart'],
    rawKeys: 'all',
    asks: 'together',
  }),
  agent: (type: string) => agentKind(type, ['prompt']),
  thread: (type: string) => agentKind(type, ['thread']),
};

type CodePrefix = keyof typeof kindsByPrefix;

/** The name of a node type of code. */
export function codeType(prefix: CodePrefix, id: string): string {
  return `${prefix}:${id}`;
}

/** How the kernel treats a node type of code; undefined when the name is not that of one. */
export function codeKind(type: string): NodeKind | undefined {
  const [prefix = ''] = type.split(':', 1);
  if (prefix === type || !Object.hasOwn(kindsByPrefix, prefix)) return undefined;
  // It is one of them.
  return kindsByPrefix[prefix as CodePrefix](type);
}

/** The kinds of a host, with those that a definition uses and whose code the host lacks. */
export function withCodeKinds(
  kinds: ReadonlyMap<string, NodeKind>,
  definition: unknown,
): ReadonlyMap<string, NodeKind> {
  const nodes = isObject(definition) ? ownValue(definition, 'nodes') : undefined;
  if (!Array.isArray(nodes)) return kinds;
  const missing = new Map<string, NodeKind>();
  for (const node of nodes) {
    const type = isObject(node) ? ownValue(node, 'type') : undefined;
    if (typeof type !== 'string' || kinds.has(type)) continue;
    const kind = codeKind(type);
    if (kind !== undefined) missing.set(type, kind);
  }
  return missing.size === 0 ? kinds : new Map([...kinds, ...missing]);
}
