// The edges that an author would have drawn.
import {
  equalJson,
  isObject,
  ownValue,
  parseTemplate,
  type Json,
  type JsonObject,
  type Workflow,
  type WorkflowEdge,
} from '@skein/kernel';
import { quotedShort } from '../../shape/describe.ts';
import type { KeptNode } from './kept-node.ts';
import type { Losses } from './losses.ts';
import { routeIs } from '../compile/to-workflow.ts';

export function exportEdges(
  { nodes, edges = [] }: Workflow,
  kept: readonly KeptNode[],
  losses: Losses,
): readonly JsonObject[] {
  const isKept = new Set(kept.map(({ node }) => node.id));
  const typeOf = new Map(nodes.map(({ id, type }) => [id, type]));
  return edges.flatMap((edge, at): readonly JsonObject[] => {
    const { id, from, to } = edge;
    // What a start leads to is the entrypoint.
    if (edge.derived === true || typeOf.get(from) === 'start') return [];
    const isEnd = typeOf.get(to) === 'end';
    const condition = conditionOf(edge);
    if (!isKept.has(from) || !(isEnd || isKept.has(to)) || condition === null) {
      losses.add(['edges', at], `The edge from ${quotedShort(from)} to ${quotedShort(to)}`);
      return [];
    }
    if (edge.priority !== undefined) losses.add(['edges', at, 'priority'], '"priority" of an edge');
    return [
      {
        ...(id === undefined ? {} : { id }),
        sourceNodeId: from,
        targetNodeId: isEnd ? null : to,
        ...condition,
      },
    ];
  });
}

function conditionOf({ out = 'output', when = null, kind }: WorkflowEdge): JsonObject | null {
  if (kind === 'subagent') return null;
  const value = valueOf(when);
  if (out === 'route' && value !== null)
    return { conditionType: 'CONDITIONAL', conditionValue: value };
  const isPlain = out === 'always' || out === 'output';
  return isPlain && when === null ? { conditionType: 'ALWAYS', conditionValue: null } : null;
}

/** The value that a condition compares the route with, when it does nothing else. */
function valueOf(when: Json): string | null {
  const right = isObject(when) ? ownValue(when, 'right') : undefined;
  if (typeof right !== 'string') return null;
  const { template, problems } = parseTemplate(right);
  const isText = template.kind === 'constant' && problems.length === 0;
  if (!isText || typeof template.value !== 'string') return null;
  return equalJson(when, routeIs(template.value)) ? template.value : null;
}
