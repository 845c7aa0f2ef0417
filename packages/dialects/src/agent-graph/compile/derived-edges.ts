// The edges that an author does not draw.
import { escapeTemplate, type Json, type WorkflowEdge } from '@skein/kernel';
import { isAlways, type AgentGraphNode } from '../read/definition.ts';
import type { Outline } from './outline.ts';

export function derivedEdges(outline: Outline): readonly WorkflowEdge[] {
  const { nodes } = outline.definition;
  const callers = findCallers(outline);
  return nodes.flatMap((node): readonly WorkflowEdge[] => {
    switch (node.nodeType) {
      case 'AGENT':
        return agentEdges(outline, node);
      case 'TOOL_EXECUTOR':
        return returnEdges(outline, node, callers);
      case 'HUMAN_HANDOFF':
        return handOffEdges(outline, node);
    }
  });
}

function agentEdges({ ids, isConversational }: Outline, { id }: AgentGraphNode): WorkflowEdge[] {
  const again = derived({ from: id, out: 'again', to: id, in: 'again' });
  const finish = derived({ from: id, out: 'finish', to: ids.end });
  if (!isConversational) return [again, finish];
  return [
    again,
    finish,
    derived({ from: id, out: 'turn', to: ids.turn(id) }),
    derived({ from: ids.turn(id), to: id }),
  ];
}

/** Without an edge of the author, control returns to the calling agent. */
function returnEdges(
  { edgesFrom }: Outline,
  { id }: AgentGraphNode,
  callers: readonly string[],
): WorkflowEdge[] {
  if ((edgesFrom.get(id) ?? []).some(isAlways)) return [];
  return callers.map((agent) => derived({ from: id, out: 'back', to: agent, when: nodeIs(agent) }));
}

function nodeIs(agent: string): Json {
  return { left: '${previous.node}', op: 'eq', right: escapeTemplate(agent) };
}

/** Agents with an edge to an executor; which one does not matter, because executors may lead to executors. */
function findCallers({ definition, nodeById }: Outline): readonly string[] {
  const calling = new Set(
    (definition.edges ?? []).flatMap(({ sourceNodeId, targetNodeId }) =>
      nodeById.get(targetNodeId ?? '')?.nodeType === 'TOOL_EXECUTOR' ? [sourceNodeId] : [],
    ),
  );
  return definition.nodes.flatMap(({ id, nodeType }) =>
    nodeType === 'AGENT' && calling.has(id) ? [id] : [],
  );
}

/** A person may send the run anywhere. */
function handOffEdges({ definition, ids }: Outline, { id }: AgentGraphNode): WorkflowEdge[] {
  const targets = definition.nodes.filter(({ nodeType }) => nodeType !== 'TOOL_EXECUTOR');
  return [
    ...targets.map((target) =>
      derived({
        from: id,
        out: `to:${target.id}`,
        to: target.id,
        ...(target.nodeType === 'HUMAN_HANDOFF' ? { in: 'edge' } : {}),
      }),
    ),
    derived({ from: id, out: 'finish', to: ids.end }),
  ];
}

/**
 * A person takes over from an agent that failed. Behind all other edges: snapshots of runs of older versions count edges by their
 * place.
 */
export function failureEdges({ definition, handOff }: Outline): readonly WorkflowEdge[] {
  if (handOff === undefined) return [];
  const agents = definition.nodes.filter(({ nodeType }) => nodeType === 'AGENT');
  return agents.map(({ id }) => derived({ from: id, out: 'failed', to: handOff.id, in: 'failed' }));
}

function derived(edge: WorkflowEdge): WorkflowEdge {
  return { ...edge, loop: false, derived: true };
}
