// The edges of one node must be distinguishable.
import type { Finding } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { END, isAlways, nameOf, type AgentGraphEdge } from '../read/definition.ts';
import type { Placed, ReadDefinition } from '../read/read-definition.ts';

type PlacedEdge = Placed<AgentGraphEdge>;

export function checkRoutes(read: ReadDefinition): readonly Finding[] {
  const bySource = Map.groupBy(read.edges, ({ item }) => item.sourceNodeId);
  return [
    ...read.edges.flatMap((edge) => checkEdge(edge, read)),
    ...[...bySource].flatMap(([source, edges]) => [
      ...checkFallbacks(
        source,
        edges.filter(({ item }) => isAlways(item)),
      ),
      ...checkValues(
        source,
        edges.filter(({ item }) => !isAlways(item)),
      ),
    ]),
    ...checkNames(read),
  ];
}

function checkEdge({ item, at }: PlacedEdge, { typeOf }: ReadDefinition): readonly Finding[] {
  const { conditionValue, targetNodeId, sourceNodeId } = item;
  if (isAlways(item)) return [];
  if (conditionValue === undefined || conditionValue === null || conditionValue === '') {
    return [
      {
        path: ['edges', at],
        code: 'MISSING_KEY',
        severity: 'error',
        message: 'A CONDITIONAL edge needs the key "conditionValue", which is missing.',
        hint: 'Add "conditionValue": the name of the next node, or of a tool where the edge leaves a TOOL_EXECUTOR.',
      },
    ];
  }
  if (conditionValue !== END || targetNodeId === null) return [];
  // There it is the name of a tool.
  if (typeOf.get(sourceNodeId) === 'TOOL_EXECUTOR') return [];
  return [
    {
      path: ['edges', at, 'targetNodeId'],
      code: 'BAD_VALUE',
      severity: 'error',
      message: `"END" always ends the run, so this edge can never lead to ${quotedShort(targetNodeId)}.`,
      hint: 'Write "targetNodeId": null, or another "conditionValue".',
    },
  ];
}

function checkFallbacks(source: string, edges: readonly PlacedEdge[]): readonly Finding[] {
  const [first, ...others] = edges;
  return others.map(({ at }): Finding => ({
    path: ['edges', at],
    code: 'ROUTE_TWICE',
    severity: 'error',
    message: `Two ALWAYS edges leave ${quotedShort(source)}: number ${first?.at ?? 0} and number ${at} of "edges".`,
    hint: 'Keep one of them, or make one CONDITIONAL: a node is followed by one node.',
  }));
}

function checkValues(source: string, edges: readonly PlacedEdge[]): readonly Finding[] {
  const exact = new Map<string, number>();
  const folded = new Map<string, string>();
  return edges.flatMap(({ item: { conditionValue }, at }): readonly Finding[] => {
    if (!conditionValue) return [];
    const path = ['edges', at, 'conditionValue'];
    const before = exact.get(conditionValue);
    if (before !== undefined) {
      return [
        {
          path,
          code: 'ROUTE_TWICE',
          severity: 'error',
          message: `Two edges leave ${quotedShort(source)} with the value ${quotedShort(conditionValue)}: number ${before} and number ${at} of "edges".`,
          hint: 'Give one of them another value, or remove it.',
        },
      ];
    }
    exact.set(conditionValue, at);
    const like = folded.get(conditionValue.toLowerCase());
    folded.set(conditionValue.toLowerCase(), conditionValue);
    if (like === undefined) return [];
    return [
      {
        path,
        code: 'ROUTE_CASE',
        severity: 'warning',
        message: `The values ${quotedShort(like)} and ${quotedShort(conditionValue)} of ${quotedShort(source)} differ only in their letter case.`,
        hint: 'Give them names that a model cannot mix up.',
      },
    ];
  });
}

/** A person who takes over may route to any node by its name. */
function checkNames({ nodes }: ReadDefinition): readonly Finding[] {
  const first = new Map<string, number>();
  return nodes.flatMap(({ item, at }): readonly Finding[] => {
    const name = nameOf(item);
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, at);
      return [];
    }
    return [
      {
        path: ['nodes', at],
        code: 'NODE_NAME_TWICE',
        severity: 'warning',
        message: `Two nodes have the name ${quotedShort(name)}: number ${before} and number ${at} of "nodes".`,
        hint: 'Give them different names: whoever takes over can only route to the first.',
      },
    ];
  });
}
