// A trial run of one node, or of it and everything after it
// A1. What runs stays as it is, with the agents that it may call. All other nodes become constants with the supplied outputs. An output
//     that was not supplied is missing, as in a run in which that node has not run yet.
// A2. All supplied outputs are there before the node starts. Of one node alone nothing follows: its output is the output of the run.
// A3. Approvals before anything with effects are no constants: they are asked again, because a supplied output approves nothing.
//     Everything else waits behind a gate until all of them are given.
import { formatReference, ownValue, type JsonObject } from '@skein/api';
import {
  approvalsBefore,
  hasEffects,
  idOf,
  isCall,
  type NodesAndEdges,
} from './approvals-before.ts';
import { fromOf, nodesFrom, toOf } from './reach.ts';
import {
  canBeGiven,
  constant,
  freeId,
  hasPort,
  joinOf,
  pick,
  withAgents,
  without,
} from './trial-nodes.ts';
import type { TrialGraph, Tried } from './trial-graph.ts';

export function runAfter(parts: NodesAndEdges, tried: Tried): TrialGraph {
  const { node, reach, outputs, pinned } = tried;
  const reached = reach === 'from' ? nodesFrom(node, parts) : new Set([node]);
  const isPinned = (id: string) =>
    id !== node && ownValue(pinned, id) !== undefined && canBeGiven(id, parts);
  const byId = new Map(parts.nodes.map((each) => [idOf(each), each]));
  const effects = [...reached].filter((id) => {
    const each = byId.get(id);
    return each !== undefined && hasEffects(each) && !isPinned(id);
  });
  const before = new Set(effects.flatMap((id) => approvalsBefore(id, parts)));
  const asked = parts.nodes.map(idOf).filter((id) => before.has(id) && !reached.has(id));
  const isAsked = (id: string) => asked.includes(id);
  // An approval is not pinned away from what stands after it.
  const isConstant = (id: string) => reached.has(id) && isPinned(id) && !before.has(id);
  const running = new Set([...reached].filter((id) => !isConstant(id)));
  const kept = withAgents(running, parts);
  const value = (id: string) => ownValue(pinned, id) ?? ownValue(outputs, id);
  const supplied = parts.nodes
    .map(idOf)
    .filter((id) => !kept.has(id) && !reached.has(id) && !isAsked(id) && value(id) !== undefined);
  const entering = edgesInto(parts, { node, reached, byId });
  const sources = new Set([...supplied, ...asked]);
  const leading = entering.filter((edge) => sources.has(fromOf(edge)));
  const begin = beginning({ parts, tried, asked, supplied, leading, byId });
  return {
    runs: new Set([...running, ...asked]),
    effects,
    entry: begin.entry,
    nodes: [
      ...parts.nodes.map((each) => {
        const id = idOf(each);
        if (isAsked(id)) return without(each, ['join', 'n', 'cancels']);
        if (isConstant(id))
          return { ...constant(each, value(id) ?? null), ...pick(each, ['join', 'n']) };
        if (reached.has(id))
          return fitted(each, tried, [...begin.edges, ...inside(parts, reached)]);
        return kept.has(id) ? each : constant(each, value(id) ?? null);
      }),
      ...begin.nodes,
    ],
    edges: [
      ...parts.edges.filter((edge) => isCall(edge) && kept.has(fromOf(edge))),
      ...(reach === 'from' ? inside(parts, reached) : []),
      ...begin.edges,
    ],
  };
}

function inside({ edges }: NodesAndEdges, reached: ReadonlySet<string>): readonly JsonObject[] {
  return edges.filter(
    (edge) => !isCall(edge) && reached.has(fromOf(edge)) && reached.has(toOf(edge)),
  );
}

/** The node by itself collects nothing; others wait for as many edges as there are. */
function fitted(
  node: JsonObject,
  { node: first, reach }: Tried,
  edges: readonly JsonObject[],
): JsonObject {
  const id = idOf(node);
  if (id === first && reach === 'node') return without(node, ['join', 'n', 'cancels']);
  const { n } = node;
  if (joinOf(node) !== 'n-of' || typeof n !== 'number') return node;
  const most = edges.filter((edge) => toOf(edge) === id && edge['loop'] !== true).length;
  return most === 0 ? without(node, ['join', 'n']) : { ...node, n: Math.min(n, most) };
}

interface Entering {
  readonly node: string;
  readonly reached: ReadonlySet<string>;
  readonly byId: ReadonlyMap<string, JsonObject>;
}

/**
 * From what does not run to what does: all to the node itself; to others only where they collect several edges, and where it does not depend
 * on a port, which a constant does not choose.
 */
function edgesInto(
  { edges }: NodesAndEdges,
  { node, reached, byId }: Entering,
): readonly JsonObject[] {
  return edges.flatMap((edge) => {
    const to = toOf(edge);
    if (isCall(edge) || !reached.has(to) || reached.has(fromOf(edge))) return [];
    if (to === node) return [pick(edge, ['from', 'to', 'in', 'carry'])];
    const join = joinOf(byId.get(to) ?? {});
    const isCollected = join === 'all' || join === 'n-of';
    return isCollected && !hasPort(edge) ? [pick(edge, ['from', 'to', 'in', 'carry', 'when'])] : [];
  });
}

interface Around {
  readonly parts: NodesAndEdges;
  readonly tried: Tried;
  readonly asked: readonly string[];
  readonly supplied: readonly string[];
  readonly leading: readonly JsonObject[];
  readonly byId: ReadonlyMap<string, JsonObject>;
}

interface Beginning {
  readonly entry: readonly string[];
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
}

function beginning(around: Around): Beginning {
  return around.asked.length === 0 ? beginAtOnce(around) : beginBehindGate(around);
}

/** Outputs that no edge uses one after the other, then those that lead on, and the node if nothing leads to it. */
function beginAtOnce({ tried: { node }, supplied, leading }: Around): Beginning {
  const sources = new Set(leading.map(fromOf));
  const others = supplied.filter((id) => !sources.has(id));
  const first = [
    ...supplied.filter((id) => sources.has(id)),
    ...(leading.some((edge) => toOf(edge) === node) ? [] : [node]),
  ];
  const { entry, edges } = inOrder(others, first);
  return { entry, edges: [...edges, ...leading], nodes: [] };
}

/** The supplied outputs, then the approvals, then the gate, behind it the supplied outputs once more for what runs. */
function beginBehindGate(around: Around): Beginning {
  const { parts, tried, asked, supplied, leading, byId } = around;
  const taken = new Set(parts.nodes.map(idOf));
  const gate = freeId('approved', taken);
  const relayOf = (id: string) => freeId(`${id}~given`, taken);
  const sources = [...new Set(leading.map(fromOf))];
  const known = new Set([...supplied, ...asked]);
  const toAsked = parts.edges.filter(
    (edge) => !isCall(edge) && asked.includes(toOf(edge)) && known.has(fromOf(edge)),
  );
  const askedFirst = asked.filter((id) => !toAsked.some((edge) => toOf(edge) === id));
  const begun = inOrder(supplied, askedFirst);
  const isLed = leading.some((edge) => toOf(edge) === tried.node);
  const behind = [...sources.map(relayOf), ...(isLed ? [] : [tried.node])];
  return {
    entry: begun.entry,
    nodes: [
      // Of approvals `n-of`: `all` would go on when one of them is rejected.
      {
        id: gate,
        type: 'transform',
        derived: true,
        join: 'n-of',
        n: asked.length,
        config: { value: null },
      },
      ...sources.map((id) =>
        relay(byId.get(id) ?? { id }, { id: relayOf(id), isAsked: asked.includes(id), tried }),
      ),
    ],
    edges: [
      ...begun.edges,
      ...toAsked.map((edge) =>
        pick(
          edge,
          asked.includes(fromOf(edge))
            ? ['from', 'to', 'in', 'carry', 'out']
            : ['from', 'to', 'in', 'carry'],
        ),
      ),
      ...asked.map((from) => ({ from, out: portOf(from, around), to: gate, in: from })),
      ...behind.map((to) => ({ from: gate, to })),
      ...leading.map((edge) => ({ ...edge, from: relayOf(fromOf(edge)) })),
    ],
  };
}

/** The port of the approval that leads to the node; what stands further behind it needs a yes. */
function portOf(approval: string, { parts, tried }: Around): string {
  const direct = parts.edges.find((edge) => fromOf(edge) === approval && toOf(edge) === tried.node);
  const out = direct?.['out'];
  return typeof out === 'string' && out !== 'output' ? out : 'approved';
}

function relay(
  node: JsonObject,
  { id, isAsked, tried }: { readonly id: string; readonly isAsked: boolean; readonly tried: Tried },
): JsonObject {
  const source = idOf(node);
  const given = ownValue(tried.pinned, source) ?? ownValue(tried.outputs, source) ?? null;
  const { config } = constant(node, given);
  const read = formatReference({
    source: { kind: 'node', node: source },
    select: 'newest',
    path: [],
    text: '',
  });
  return {
    id,
    type: 'transform',
    derived: true,
    config: isAsked ? { value: read } : (config ?? {}),
  };
}

/** A chain of the ids, then edges to all of `then`; without any ids, `then` begins. */
function inOrder(
  ids: readonly string[],
  then: readonly string[],
): Pick<Beginning, 'entry' | 'edges'> {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return { entry: then, edges: [] };
  return {
    entry: [first],
    edges: [
      ...ids.slice(1).map((to, i) => ({ from: ids[i] ?? '', to })),
      ...then.map((to) => ({ from: last, to })),
    ],
  };
}
