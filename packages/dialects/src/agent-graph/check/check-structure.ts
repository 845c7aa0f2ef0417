// What nodes, edges and agents say about each other
// Everything that is wrong with the structure of a definition, in its own words and at its own places.
import { closestName, ownValue } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import type { CompileOptions } from '../../dialect/dialect.ts';
import { checkAgents } from './check-agents.ts';
import { checkRoutes } from './check-routes.ts';
import { checkTools } from './check-tools.ts';
import { END, isAlways } from '../read/definition.ts';
import { findOrphans } from './find-orphans.ts';
import type { Placed, ReadDefinition } from '../read/read-definition.ts';

export function checkStructure(
  read: ReadDefinition,
  options: Pick<CompileOptions, 'agents' | 'start' | 'tools'>,
): readonly Finding[] {
  const local = [
    ...checkIds('nodes', 'node', read.nodes),
    ...checkIds('edges', 'edge', read.edges),
    ...checkIds('agents', 'agent', read.agents ?? []),
    ...checkEntry(read, options.start),
    ...checkEnds(read),
    ...checkRoutes(read),
    ...checkWorkflowIds(read),
  ];
  // Findings about the whole are only true of a complete definition.
  if (!read.isWhole) return local;
  if (read.nodes.length === 0) return [emptyWorkflow];
  return [
    ...local,
    ...checkAgents(read, options.agents),
    ...checkTools(read, options),
    ...checkReach(read),
    ...checkTalk(read),
  ];
}

const emptyWorkflow: Finding = {
  path: ['nodes'],
  code: 'EMPTY_WORKFLOW',
  severity: 'error',
  message: 'The workflow has no nodes.',
  hint: 'Add a node of type "AGENT" and name it in "entrypointNodeId".',
};

function checkIds(
  list: string,
  what: string,
  items: readonly Placed<{ readonly id?: string }>[],
): readonly Finding[] {
  const first = new Map<string, number>();
  return items.flatMap(({ item: { id }, at }): readonly Finding[] => {
    if (id === undefined) return [];
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, at);
      return [];
    }
    return [
      {
        path: [list, at, 'id'],
        code: 'DUPLICATE_ID',
        severity: 'error',
        message: `Two ${what}s have the id ${quotedShort(id)}: number ${before} and number ${at} of "${list}".`,
        hint: `Give one of them another id.`,
      },
    ];
  });
}

function checkEntry(read: ReadDefinition, start: string | undefined): readonly Finding[] {
  const written = ownValue(read.definition, 'entrypointNodeId');
  const own =
    typeof written === 'string' && written !== ''
      ? checkFirst(read, written, ['entrypointNodeId'])
      : [];
  return start === undefined ? own : [...own, ...checkFirst(read, start, [])];
}

function checkFirst(
  { typeOf, nodeIds }: ReadDefinition,
  id: string,
  path: Path,
): readonly Finding[] {
  if (!nodeIds.has(id)) {
    const meant = closestName(id, nodeIds);
    return [
      {
        path,
        code: 'ENTRY_MISSING',
        severity: 'error',
        message: `The run is to start at ${quotedShort(id)}, which is not in "nodes".`,
        hint: meant === null ? 'Name the id of a node.' : `Did you mean ${quotedShort(meant)}?`,
      },
    ];
  }
  if (typeOf.get(id) !== 'TOOL_EXECUTOR') return [];
  return [
    {
      path,
      code: 'BAD_VALUE',
      severity: 'error',
      message: `The run is to start at ${quotedShort(id)}, which is a TOOL_EXECUTOR and has no calls to run yet.`,
      hint: 'Name a node of type "AGENT".',
    },
  ];
}

function checkEnds({ edges, nodeIds }: ReadDefinition): readonly Finding[] {
  return edges.flatMap(({ item: edge, at }) => {
    const name = edge.id === undefined ? `number ${at}` : quotedShort(edge.id);
    return (['sourceNodeId', 'targetNodeId'] as const).flatMap((end): readonly Finding[] => {
      const id = edge[end];
      if (id === null || nodeIds.has(id)) return [];
      const verb = end === 'sourceNodeId' ? 'comes from' : 'leads to';
      return [
        {
          path: ['edges', at, end],
          code: 'EDGE_END_MISSING',
          severity: 'error',
          message: `The edge ${name} ${verb} ${quotedShort(id)}, which is not in "nodes".`,
          hint: `Add a node with the id ${quotedShort(id)} to "nodes", or remove the edge.`,
        },
      ];
    });
  });
}

function checkWorkflowIds({ definition, nodes, edges }: ReadDefinition): readonly Finding[] {
  const id = ownValue(definition, 'id');
  if (typeof id !== 'string') return [];
  const rows = [
    ...nodes.map(({ item, at }) => ({ item, path: ['nodes', at, 'workflowId'] })),
    ...edges.map(({ item, at }) => ({ item, path: ['edges', at, 'workflowId'] })),
  ];
  return rows.flatMap(({ item: { workflowId }, path }): readonly Finding[] => {
    if (workflowId === undefined || workflowId === null || workflowId === id) return [];
    return [
      {
        path,
        code: 'WORKFLOW_ID_DIFFERS',
        severity: 'warning',
        message: `It is marked as part of ${quotedShort(workflowId)}, but is in ${quotedShort(id)}.`,
        hint: `Write ${quotedShort(id)}, or move it to the other workflow.`,
      },
    ];
  });
}

function checkReach(read: ReadDefinition): readonly Finding[] {
  return findOrphans(read).map(({ item: { id }, at }): Finding => ({
    path: ['nodes', at],
    code: 'UNREACHABLE_NODE',
    severity: 'warning',
    message: `There is no path from the entrypoint to ${quotedShort(id)}.`,
    hint: 'Add an edge that leads to it, or remove the node.',
  }));
}

/** An agent that talks with a user needs a way to say goodbye. */
function checkTalk({ definition, nodes, edges }: ReadDefinition): readonly Finding[] {
  if (ownValue(definition, 'isConversational') !== true) return [];
  const ending = new Set(
    edges.flatMap(({ item }) =>
      item.targetNodeId === null && (isAlways(item) || item.conditionValue === END)
        ? [item.sourceNodeId]
        : [],
    ),
  );
  return nodes.flatMap(({ item: { id, nodeType }, at }): readonly Finding[] => {
    if (nodeType !== 'AGENT' || ending.has(id)) return [];
    return [
      {
        path: ['nodes', at],
        code: 'END_EDGE_MISSING',
        severity: 'warning',
        message: `The agent ${quotedShort(id)} is part of a conversation and has no END edge.`,
        hint: 'Add an edge with "targetNodeId": null, "conditionType": "CONDITIONAL", "conditionValue": "END".',
      },
    ];
  });
}
