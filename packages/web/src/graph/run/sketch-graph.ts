// A compiled graph as a drawing
// Runs are shown on the compiled graph of exactly the version that the engine runs, whatever its dialect. Derived nodes are
// not drawn: an edge through them goes from one real node to the next. Where the compiled nodes are those of the definition,
// cards and ports look as its author drew them.
import { findDialect, nodeName, nodeNames } from '@skein/dialects';
import {
  isObject,
  ownValue,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type Json,
  type PortName,
} from '@skein/kernel';
import { findForm } from '../forms/find-form.ts';
import { readSketch } from '../read-sketch.ts';
import type { Family, Sketch, SketchEdge, SketchNode } from '../sketch.ts';
import { dataflowForm } from '../forms/dataflow-form.ts';
import { nativeForm } from '../forms/native-form.ts';
import { readPoint } from '../forms/studio-positions.ts';
import { objectAt } from '../own-keys.ts';

export interface RunSketchEdge extends SketchEdge {
  /** The edges of the graph that this one stands for; all must fire for it to be taken. */
  readonly through: readonly string[];
}

export interface RunSketch extends Sketch {
  readonly edges: readonly RunSketchEdge[];
  /** What sentences call a port of the graph. */
  readonly portName: PortName;
}

/** What the graph was compiled from. */
export interface Drawn {
  readonly dialect: string;
  readonly definition: Json;
}

export function sketchGraph(graph: Graph, source: Drawn | null = null): RunSketch {
  const { nodes: drawn, drawnPort } = drawingOf(source);
  const edges = graph.nodes
    .filter((node) => !node.derived)
    .flatMap((node) => [...linesFrom(node), ...node.subagents.map((edge) => lineOf([edge]))])
    .map((line) => {
      const from = graph.nodeById.get(line.from);
      const isFlow = line.kind === 'flow' && from !== undefined;
      return isFlow ? { ...line, out: drawnPort(from, line.out) } : line;
    });
  const outs = Map.groupBy(
    edges.filter(({ kind }) => kind === 'flow'),
    ({ from }) => from,
  );
  const called = new Set(edges.filter(({ kind }) => kind === 'subagent').map(({ to }) => to));
  const positions = objectAt(graph.workflow.studio ?? {}, 'positions');
  const nodes = graph.nodes
    .filter((node) => !node.derived)
    .map((node): SketchNode => {
      const own = drawn.get(node.id);
      return {
        ...(own === undefined ? describe(node) : lookOf(own)),
        ports: own?.ports ?? portsTo(outs.get(node.id) ?? []),
        hasInput: node.incoming.length > 0 || called.has(node.id),
        isHub: node.subagents.length > 0,
        position: readPoint(ownValue(positions, node.id)),
        pointer: '',
      };
    });
  const portName: PortName = (node, port) => {
    const id = drawnPort(node, port);
    return drawn.get(node.id)?.ports.find((each) => each.id === id)?.name ?? id;
  };
  return { nodes, edges, portName };
}

interface Drawing {
  readonly nodes: ReadonlyMap<string, SketchNode>;
  /** The port of the drawing that a port of the graph is. */
  readonly drawnPort: PortName;
}

/** The cards of the definition; none if compiling made other nodes of them. */
function drawingOf(source: Drawn | null): Drawing {
  const form = source === null ? undefined : findForm(source.dialect);
  const named = source === null ? undefined : findDialect(source.dialect)?.portName;
  const drawnPort: PortName = named ?? ((_, port) => port);
  if (source === null || form?.isDrawnInRuns !== true) return { nodes: new Map(), drawnPort };
  const { nodes } = readSketch(form, source.definition);
  return { nodes: new Map(nodes.map((node) => [node.id, node])), drawnPort };
}

type Look = Pick<SketchNode, 'id' | 'type' | 'title' | 'subtitle' | 'family'>;

function lookOf({ id, type, title, subtitle, family }: SketchNode): Look {
  return { id, type, title, subtitle, family };
}

/** Without a drawing: the ports that edges leave. */
function portsTo(edges: readonly SketchEdge[]): SketchNode['ports'] {
  const names = [...new Set(edges.map(({ out }) => out))];
  const isPlain = names.length <= 1 && (names[0] ?? 'output') === 'output';
  return isPlain ? [{ id: 'output', label: '' }] : names.map((id) => ({ id, label: id }));
}

/** What to call each node where its card is not seen: by its title, and by its id too if another has the same title. */
export function titlesOf({ nodes }: Sketch): ReadonlyMap<string, string> {
  return nodeNames(nodes);
}

/** Edges to the next real nodes, through derived ones. */
function linesFrom(node: GraphNode): readonly RunSketchEdge[] {
  const lines = new Map<string, RunSketchEdge>();
  const open: (readonly GraphEdge[])[] = node.outgoingAll.map((edge) => [edge]);
  const seen = new Set<number>();
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const last = way.at(-1);
    if (last === undefined) continue;
    if (!last.to.derived) {
      const line = lineOf(way);
      lines.set(line.key, line);
    } else if (!seen.has(last.index)) {
      seen.add(last.index);
      for (const next of last.to.outgoingAll) open.push([...way, next]);
    }
  }
  return [...lines.values()].toReversed();
}

function lineOf(way: readonly GraphEdge[]): RunSketchEdge {
  const [first] = way;
  const last = way.at(-1);
  if (first === undefined || last === undefined) throw new Error('A line has at least one edge.');
  const isSubagent = first.kind === 'subagent';
  const ids = way.map(({ id }) => id);
  return {
    key: ids.join(' '),
    from: first.from.id,
    out: isSubagent ? 'subagent' : first.out,
    to: last.to.id,
    in: last.in,
    kind: first.kind,
    pointer: '',
    through: ids,
  };
}

function describe(node: GraphNode): Look {
  const type = node.type.includes('.') ? node.type.slice(node.type.indexOf('.') + 1) : node.type;
  const palettes = [...nativeForm.palette, ...dataflowForm.palette];
  const entry = palettes.find((each) => each.type === node.type || each.type === type);
  return {
    id: node.id,
    type: node.type,
    title: nodeName(node),
    subtitle: modelOf(node) || (entry?.name ?? type),
    family: entry?.family ?? familyOf(node, type),
  };
}

function modelOf({ constantConfig }: GraphNode): string {
  const model = isObject(constantConfig ?? undefined)
    ? ownValue(constantConfig ?? {}, 'model')
    : '';
  return typeof model === 'string' ? model : '';
}

function familyOf({ kind }: GraphNode, type: string): Family {
  if (kind.mode === 'wait' || /request|handoff|hand-off|input|confirm|select/i.test(type))
    return 'human';
  if (kind.isAgent === true || /agent|llm|generate|chat/i.test(type)) return 'agent';
  if (kind.mode === 'if' || kind.mode === 'switch' || kind.mode === 'join') return 'logic';
  return /reply|start/i.test(type) ? 'data' : 'tool';
}
