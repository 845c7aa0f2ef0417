// A durable function as a graph
// There is no graph of a function before it has run: what followed what in the journal is one, folded by name, so that a loop is one card
// with a count and an edge back.
//
// F1. A call follows the one before it in its scope; the first of an item follows what came before the map, and what comes after the map
//     follows the last call of its items.
// F2. Cards are in the order in which they first appeared: an edge to an earlier one is a loop.
import type { Family, SketchNode } from '../sketch.ts';
import type { CallKind, FunctionCall } from './function-calls.ts';
import type { NodeOverlay, Overlay } from './overlay-run.ts';
import type { RunSketch, RunSketchEdge } from './sketch-graph.ts';

/** A drawing, and how its cards are marked. */
export interface FunctionDrawing {
  readonly sketch: RunSketch;
  readonly overlay: Overlay;
}

const begin = 'start';

export function drawFunction(calls: readonly FunctionCall[], isOver: boolean): FunctionDrawing {
  const groups = Map.groupBy(calls, ({ name }) => idOf(name));
  const edges = new Map<string, RunSketchEdge>();
  for (const [from, to] of successions(calls)) {
    const key = `${from}→${to}`;
    edges.set(key, { key, ...ends(from, to), kind: 'flow', pointer: '', through: [] });
  }
  const nodes = [
    card({ id: begin, title: 'Start', kind: null }),
    ...[...groups].map(([id, [first]]) =>
      card({ id, title: first?.name ?? id, kind: first?.kind ?? 'step' }),
    ),
  ];
  const marked = [...groups].map(([id, made]) => [id, markOf(made, isOver)] as const);
  const started: NodeOverlay = { status: 'completed', count: 1, durationMs: null, missing: [] };
  const marks = new Map<string, NodeOverlay>([[begin, started], ...marked]);
  return {
    sketch: { nodes, edges: [...edges.values()], portName: (_, port) => port },
    overlay: {
      nodes: marks,
      edges: new Map([...edges.keys()].map((key) => [key, 'taken' as const])),
    },
  };
}

/** Names are those of a person, and one of them may be "start". */
function idOf(name: string): string {
  return `call ${name}`;
}

/** How far a scope has come. */
interface Front {
  readonly last: readonly string[];
  /** Ends of the scopes inside of it since then. */
  readonly inner: Map<string, string>;
}

/** Pairs of cards that followed each other (F1). */
function successions(calls: readonly FunctionCall[]): readonly (readonly [string, string])[] {
  const fronts = new Map<string, Front>([['', { last: [begin], inner: new Map() }]]);
  const frontOf = (scope: string): Front => {
    const known = fronts.get(scope);
    if (known !== undefined) return known;
    const made: Front = { last: frontOf(outside(scope)).last, inner: new Map() };
    fronts.set(scope, made);
    return made;
  };
  return calls.flatMap(({ name, scope }) => {
    const id = idOf(name);
    const { last, inner } = frontOf(scope);
    const before = inner.size > 0 ? new Set(inner.values()) : last;
    fronts.set(scope, { last: [id], inner: new Map() });
    for (let each = scope; each !== ''; each = outside(each))
      frontOf(outside(each)).inner.set(each, id);
    return [...before].map((from) => [from, id] as const);
  });
}

/** `docs#1[3]/fetch#1[0]/` is inside of `docs#1[3]/`. */
function outside(scope: string): string {
  return scope.replace(/[^/]*\/$/, '');
}

function ends(from: string, to: string) {
  return { from, out: 'output', to, in: 'input' };
}

const families: Readonly<Record<CallKind, readonly [family: Family, word: string]>> = {
  step: ['tool', 'Step'],
  model: ['agent', 'Model'],
  approval: ['human', 'Approval'],
  input: ['human', 'Question'],
  event: ['trigger', 'Event'],
  timer: ['logic', 'Sleep'],
  child: ['logic', 'Workflow'],
};

function card({
  id,
  title,
  kind,
}: {
  readonly id: string;
  readonly title: string;
  readonly kind: CallKind | null;
}): SketchNode {
  const [family, subtitle] = kind === null ? (['trigger', 'Start'] as const) : families[kind];
  return {
    id,
    type: kind ?? 'start',
    title,
    subtitle,
    family,
    ports: [{ id: 'output', label: '' }],
    hasInput: kind !== null,
    isHub: false,
    position: null,
    pointer: '',
  };
}

function markOf(made: readonly FunctionCall[], isOver: boolean): NodeOverlay {
  const open = made.find(({ toMs }) => toMs === null);
  const newest = made.at(-1);
  const status =
    open === undefined ? (newest?.status ?? 'idle') : isOver ? 'cancelled' : open.status;
  const durationMs = made.reduce((sum, { fromMs, toMs }) => sum + ((toMs ?? fromMs) - fromMs), 0);
  return {
    status,
    count: made.length,
    durationMs: open === undefined ? durationMs : null,
    missing: [],
  };
}
