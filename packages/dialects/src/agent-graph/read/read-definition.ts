// The readable parts of a definition, whatever is wrong with the rest
// Lets the structure be checked although some shapes are broken, so that an author sees everything at once. Each part keeps its
// place in the document.
import { isObject, listAt, ownValue, type JsonObject } from '@skein/kernel';
import type { Finding } from '../../diagnostics/finding.ts';
import type { AgentGraphDefinition, AgentGraphEdge, AgentGraphNode } from './definition.ts';
import type { StoredAgent } from '../../dialect/stored-agent.ts';
import type { AgentGraphNodeType } from '../shape/agent-graph-nodes.ts';

export interface Placed<T> {
  readonly item: T;
  /** Its index in the list that it stands in. */
  readonly at: number;
}

export interface ReadDefinition {
  readonly definition: JsonObject;
  /** Nothing was left out, so findings about the whole are true. */
  readonly isWhole: boolean;
  readonly nodes: readonly Placed<AgentGraphNode>[];
  readonly edges: readonly Placed<AgentGraphEdge>[];
  /** Null when the definition has none: they were stored before. */
  readonly agents: readonly Placed<StoredAgent>[] | null;
  /** Ids of all nodes, also of those that are otherwise broken. */
  readonly nodeIds: ReadonlySet<string>;
  /** Of the sound ones. */
  readonly typeOf: ReadonlyMap<string, AgentGraphNodeType>;
}

export function readDefinition(
  definition: JsonObject,
  findings: readonly Finding[],
): ReadDefinition {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const sound = <T>(key: keyof AgentGraphDefinition): readonly Placed<T>[] => {
    const broken = new Set(errors.flatMap(({ path }) => (path[0] === key ? [path[1]] : [])));
    return listAt(definition, key).flatMap((item, at) =>
      // Its shape was checked, and nothing was found.
      broken.has(at) ? [] : [{ item: item as unknown as T, at }],
    );
  };
  const ids = listAt(definition, 'nodes').map((node) => isObject(node) && ownValue(node, 'id'));
  const nodes = sound<AgentGraphNode>('nodes');
  return {
    definition,
    isWhole: errors.length === 0,
    nodes,
    edges: sound<AgentGraphEdge>('edges'),
    agents: Object.hasOwn(definition, 'agents') ? sound<StoredAgent>('agents') : null,
    nodeIds: new Set(ids.filter((id) => typeof id === 'string')),
    typeOf: new Map(nodes.map(({ item: { id, nodeType } }) => [id, nodeType])),
  };
}
