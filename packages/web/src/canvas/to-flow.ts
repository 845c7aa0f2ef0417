// From a sketch to what the canvas library draws.
import { MarkerType } from '@xyflow/react';
import { classNames } from '../design/class-names.ts';
import { cardHeight, cardWidth } from '../graph/layout/layout-sketch.ts';
import type { EdgeOverlay } from '../graph/run/overlay-run.ts';
import { subagentPort, type Point, type Sketch } from '../graph/sketch.ts';
import { cardHandles } from './card-handles.ts';
import type { CanvasEdge } from './edges/canvas-edge.ts';
import type { CardNode } from './node-card.tsx';
import { families } from './families.ts';

export function toFlowNodes(
  sketch: Sketch,
  positions: ReadonlyMap<string, Point>,
  selected: ReadonlySet<string>,
): CardNode[] {
  const called = new Set(
    sketch.edges.filter(({ kind }) => kind === 'subagent').map(({ to }) => to),
  );
  return sketch.nodes.map((node) => ({
    id: node.id,
    type: 'card',
    position: positions.get(node.id) ?? { x: 0, y: 0 },
    width: cardWidth,
    height: cardHeight,
    // Known without rendering: cards out of view count too when the graph is fitted into view.
    measured: { width: cardWidth, height: cardHeight },
    selected: selected.has(node.id),
    ariaLabel: `${node.title}, ${families[node.family].label}`,
    handles: cardHandles(node, called.has(node.id)),
    data: { node, isSubagent: called.has(node.id) },
  }));
}

/** The lane of each port of a node: edges from different ports run side by side, not on top of each other. */
function lanesOf({ nodes }: Sketch): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(
    nodes
      .filter(({ ports }) => ports.length > 1)
      .map(({ id, ports }) => [id, new Map(ports.map((port, index) => [port.id, index]))]),
  );
}

const arrowColours: Readonly<Record<EdgeOverlay, string>> = {
  taken: 'var(--ok)',
  active: 'var(--run)',
  skipped: 'var(--edge)',
  idle: 'var(--edge)',
};

const lineWords: Readonly<Record<EdgeOverlay, string>> = {
  taken: ', taken',
  active: ', active',
  skipped: ', not taken',
  idle: '',
};

export interface EdgeLooks {
  readonly overlay?: ReadonlyMap<string, EdgeOverlay>;
  readonly selected?: ReadonlySet<string>;
  /** Edges with errors, and edges with warnings. */
  readonly broken?: ReadonlySet<string>;
  readonly doubtful?: ReadonlySet<string>;
  /** Columns of the edges that cannot go straight. */
  readonly columns?: ReadonlyMap<string, number>;
}

export function toFlowEdges(sketch: Sketch, looks: EdgeLooks): CanvasEdge[] {
  const lanes = lanesOf(sketch);
  const titles = new Map(sketch.nodes.map(({ id, title }) => [id, title]));
  const titleOf = (id: string) => titles.get(id) ?? id;
  return sketch.edges.map((edge) => {
    const state = looks.overlay?.get(edge.key) ?? 'idle';
    const isSubagent = edge.kind === 'subagent';
    const isSelected = looks.selected?.has(edge.key) === true;
    return {
      id: edge.key,
      source: edge.from,
      target: edge.to,
      sourceHandle: isSubagent ? subagentPort : edge.out,
      targetHandle: 'in',
      // Subagent edges leave at the side, where nothing is in the way.
      type: isSubagent ? 'smoothstep' : 'flow',
      data: {
        lane: lanes.get(edge.from)?.get(edge.out),
        column: looks.columns?.get(edge.key),
      },
      selected: isSelected,
      ariaLabel: `Edge from ${titleOf(edge.from)} to ${titleOf(edge.to)}${lineWords[state]}`,
      ariaRole: 'button',
      className: classNames(
        isSubagent && 'sub',
        state !== 'idle' && (state === 'skipped' ? 'skip' : state),
        looks.doubtful?.has(edge.key) === true && 'doubtful',
        looks.broken?.has(edge.key) === true && 'broken',
      ),
      ...(isSubagent
        ? {}
        : {
            markerEnd: {
              type: MarkerType.ArrowClosed,
              // Fixed size: a selected, thicker edge does not get a larger arrow.
              markerUnits: 'userSpaceOnUse',
              width: 21,
              height: 21,
              color: isSelected ? 'var(--accent)' : arrowColours[state],
            },
          }),
    };
  });
}
