// A run on its graph
// For every card its status, activation count and times; for every edge whether it was taken, is active or will not be taken.
import {
  isObject,
  isOver,
  ownValue,
  type Derived,
  type Graph,
  type JsonObject,
} from '@skein/kernel';
import { numberAt, objectAt, textAt } from '../own-keys.ts';
import { failedItemsIn, type FailedItems } from './failed-items.ts';
import type { Replay } from './rebuild-run.ts';
import type { RunSketch } from './sketch-graph.ts';

export interface NodeOverlay {
  readonly status: string;
  readonly count: number;
  readonly durationMs: number | null;
  /** References that a node lacks. */
  readonly missing: readonly string[];
  /** Of a node that went on although some of its items failed; undefined: none did. */
  readonly failedItems?: FailedItems | undefined;
}

export type EdgeOverlay = 'taken' | 'active' | 'skipped' | 'idle';

export interface Overlay {
  readonly nodes: ReadonlyMap<string, NodeOverlay>;
  readonly edges: ReadonlyMap<string, EdgeOverlay>;
}

export function overlayRun(replay: Replay, sketch: RunSketch): Overlay {
  const nodes = new Map<string, NodeOverlay>();
  const facts = collectFacts(replay);
  const failedItems = failedItemsIn(replay);
  const views = objectAt(replay.view, 'nodes');
  const subagents = new Set(
    sketch.edges.filter(({ kind }) => kind === 'subagent').map(({ to }) => to),
  );
  for (const { id } of sketch.nodes) {
    const view = objectAt(views, id);
    const calls = facts.calls.get(id);
    const own = textAt(view, 'status') || 'idle';
    // A subagent has no activations of its own, and lies on no path that could be taken.
    const isOwn = own !== 'skipped' && own !== 'idle';
    const uncalled = subagents.has(id) ? 'uncalled' : own;
    const status = isOwn ? own : (calls?.status ?? uncalled);
    nodes.set(id, {
      status,
      count: Math.max(numberAt(view, 'activations'), calls?.count ?? 0),
      durationMs: durationOf(view),
      missing: facts.missing.get(id) ?? [],
      failedItems: status === 'failed' ? undefined : failedItems.get(id),
    });
  }
  const edges = new Map<string, EdgeOverlay>();
  for (const edge of sketch.edges) {
    const fired = edge.through.every((id) => facts.fired.has(id));
    const target = nodes.get(edge.to)?.status;
    if (edge.kind === 'subagent') {
      edges.set(edge.key, facts.calls.has(edge.to) ? 'taken' : 'idle');
    } else if (fired) {
      edges.set(edge.key, target === 'running' || target === 'retrying' ? 'active' : 'taken');
    } else {
      edges.set(edge.key, isDead(replay, nodes, edge) ? 'skipped' : 'idle');
    }
  }
  return { nodes, edges };
}

function isDead(
  { state }: Replay,
  nodes: ReadonlyMap<string, NodeOverlay>,
  edge: { readonly from: string; readonly to: string },
): boolean {
  const from = nodes.get(edge.from)?.status;
  const to = nodes.get(edge.to)?.status;
  return isOver(state) || to === 'skipped' || from === 'skipped' || from === 'completed';
}

interface Facts {
  readonly fired: ReadonlySet<string>;
  readonly missing: ReadonlyMap<string, readonly string[]>;
  /** Subagents: they have no activation of their own. */
  readonly calls: ReadonlyMap<string, { status: string; count: number }>;
}

function collectFacts({ graph, moments }: Replay): Facts {
  const fired = new Set<string>();
  const missing = new Map<string, readonly string[]>();
  const calls = new Map<string, { status: string; count: number }>();
  for (const { event, derived } of moments) {
    if (event.type === 'step.recorded' && isObject(event.value)) noteCall(calls, event.value);
    for (const fact of derived) {
      for (const edge of firedBy(graph, fact)) fired.add(edge);
      if (fact.type === 'activation.pending') missing.set(fact.node, fact.missing);
      if (fact.type === 'activation.started') missing.delete(fact.node);
    }
  }
  return { fired, missing, calls };
}

/** The edges that carried a token: by the ports that a node fired, and by their own conditions. */
export function firedBy(graph: Graph, fact: Derived): readonly string[] {
  if (fact.type === 'condition.tried') {
    const edges = graph.nodeById.get(fact.node)?.outgoingAll ?? [];
    const own = edges.filter(({ id, when }) => id === fact.name && when !== null);
    return fact.result ? own.map(({ id }) => id) : [];
  }
  const hasEnded = fact.type === 'activation.completed' || fact.type === 'activation.failed';
  if (!hasEnded) return [];
  const ports = fact.type === 'activation.failed' ? ['error'] : fact.ports;
  return (graph.nodeById.get(fact.node)?.outgoingAll ?? [])
    .filter(
      ({ when, out }) =>
        when === null && (ports.includes(out) || (ports.includes('*') && out !== 'error')),
    )
    .map(({ id }) => id);
}

function noteCall(calls: Map<string, { status: string; count: number }>, value: JsonObject): void {
  const type = ownValue(value, 'type');
  const node = textAt(value, 'node');
  if (type === 'subagent.start')
    calls.set(node, { status: 'running', count: (calls.get(node)?.count ?? 0) + 1 });
  if (type === 'subagent.end') {
    const status = ownValue(value, 'error') === undefined ? 'completed' : 'failed';
    calls.set(node, { status, count: calls.get(node)?.count ?? 1 });
  }
}

function durationOf(view: JsonObject): number | null {
  const started = Date.parse(textAt(view, 'startedAt'));
  const finished = Date.parse(textAt(view, 'finishedAt'));
  return Number.isNaN(started) || Number.isNaN(finished) || finished < started
    ? null
    : finished - started;
}
