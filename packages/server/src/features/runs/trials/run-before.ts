// A trial run up to a node
// B1. Everything that leads to the node runs as it would in a run, then the node; nothing follows it.
// B2. A pinned output takes the place of its node, and what only leads to that node does not run. Where an approval stands before it, and
//     something with effects runs, it is given in its place: only after everything before it. Approvals themselves are asked then.
import { ownValue, textAt, type JsonObject } from '@skein/api';
import {
  approvalsBefore,
  hasEffects,
  idOf,
  isApproval,
  isCall,
  type NodesAndEdges,
} from './approvals-before.ts';
import { fromOf, nodesTo, reachedFrom, toOf } from './reach.ts';
import { canBeGiven, constant, pick, withAgents } from './trial-nodes.ts';
import type { TrialGraph, Tried } from './trial-graph.ts';

export function runBefore(
  parts: NodesAndEdges,
  { node, pinned }: Tried,
  entry: readonly string[] | undefined,
): TrialGraph {
  const byId = new Map(parts.nodes.map((each) => [idOf(each), each]));
  const isEffect = (id: string) => hasEffects(byId.get(id) ?? {});
  const whole = nodesTo(node, parts, () => false);
  const mayHarm = [...whole].some(isEffect);
  const isGiven = (id: string) =>
    id !== node &&
    ownValue(pinned, id) !== undefined &&
    canBeGiven(id, parts) &&
    !(mayHarm && isApproval(byId.get(id) ?? {}));
  const isCut = (id: string) => isGiven(id) && !(mayHarm && approvalsBefore(id, parts).length > 0);
  const wanted = nodesTo(node, parts, isCut);
  const first = [
    ...firstOf(parts, entry).filter((id) => wanted.has(id) && !isCut(id)),
    ...[...wanted].filter(isCut),
  ];
  const isWanted = (edge: JsonObject) =>
    wanted.has(fromOf(edge)) &&
    wanted.has(toOf(edge)) &&
    fromOf(edge) !== node &&
    !isCut(toOf(edge));
  const ways = parts.edges.filter((edge) => !isCall(edge) && isWanted(edge));
  const reached = reachedFrom(first, ways);
  const running = new Set([...reached].filter((id) => !isGiven(id)));
  const kept = withAgents(running, parts);
  return {
    runs: running,
    effects: [...running].filter(isEffect),
    entry: first,
    nodes: parts.nodes.map((each) => {
      const id = idOf(each);
      if (kept.has(id)) return each;
      const given = constant(each, ownValue(pinned, id) ?? null);
      return isCut(id) ? given : { ...given, ...pick(each, ['join', 'n']) };
    }),
    edges: [
      ...parts.edges.filter((edge) => isCall(edge) && kept.has(fromOf(edge))),
      // What comes back from behind the node does not come: nothing follows it.
      ...ways.filter((edge) => reached.has(fromOf(edge)) && reached.has(toOf(edge))),
    ],
  };
}

/** Where the workflow begins. */
function firstOf(
  { nodes, edges }: NodesAndEdges,
  entry: readonly string[] | undefined,
): readonly string[] {
  if (entry !== undefined) return entry;
  const starts = nodes.filter((each) => textAt(each, 'type') === 'start').map(idOf);
  if (starts.length > 0) return starts;
  const entered = new Set(edges.filter((edge) => edge['loop'] !== true).map(toOf));
  return nodes.map(idOf).filter((id) => !entered.has(id));
}
