// Folded groups
// A group that was collapsed is drawn as one card: what it holds is not drawn, and edges to and from it lead to the card.
// What it held when it was collapsed is stored, because something else may be put at the hidden places since. A group whose
// content is selected is drawn as it was before: nothing is worked on that cannot be seen.
import { cardHeight, cardWidth } from '../layout/layout-sketch.ts';
import {
  subagentPort,
  type Point,
  type Sketch,
  type SketchEdge,
  type SketchNode,
} from '../sketch.ts';
import type { Frame } from './frame.ts';
import { flowIdOf } from './frame-ids.ts';

export interface Folded {
  readonly sketch: Sketch;
  readonly positions: ReadonlyMap<string, Point>;
  /** Those that are drawn as frames. */
  readonly frames: readonly Frame[];
}

interface Unfolded {
  readonly sketch: Sketch;
  readonly positions: ReadonlyMap<string, Point>;
  readonly frames: readonly Frame[];
  /** Nodes that must be seen. */
  readonly shown: ReadonlySet<string>;
}

export function foldGroups({ sketch, positions, frames, shown }: Unfolded): Folded {
  const present = new Set(sketch.nodes.map(({ id }) => id));
  const folded = outermost(
    frames.filter(({ collapsed }) => {
      const nodes = collapsed?.nodes.filter((id) => present.has(id)) ?? [];
      return nodes.length > 0 && !nodes.some((id) => shown.has(id));
    }),
  );
  if (folded.length === 0) return { sketch, positions, frames };
  const hiddenFrames = new Set(
    folded.flatMap(({ id, collapsed }) => [id, ...(collapsed?.frames ?? [])]),
  );
  const cardOf = new Map<string, string>();
  for (const { id, collapsed } of folded)
    for (const node of collapsed?.nodes ?? [])
      if (!cardOf.has(node)) cardOf.set(node, flowIdOf(id));
  const edges = sketch.edges.flatMap((edge) => leadToCards(edge, cardOf));
  const cards = folded.map((group) => groupCard(group, edges, present));
  const places = new Map([...positions].filter(([id]) => !cardOf.has(id)));
  for (const group of folded) places.set(flowIdOf(group.id), foldedPlace(group));
  return {
    sketch: { nodes: [...sketch.nodes.filter(({ id }) => !cardOf.has(id)), ...cards], edges },
    positions: places,
    frames: frames.filter(({ id }) => !hiddenFrames.has(id)),
  };
}

/** A group inside another folded one is hidden with it. */
function outermost(groups: readonly Frame[]): readonly Frame[] {
  const inner = new Set(groups.flatMap(({ collapsed }) => collapsed?.frames ?? []));
  return groups.filter(({ id }) => !inner.has(id));
}

/** Nothing, if both ends are in the same card. */
function leadToCards(edge: SketchEdge, cardOf: ReadonlyMap<string, string>): readonly SketchEdge[] {
  const from = cardOf.get(edge.from);
  const to = cardOf.get(edge.to);
  if (from === undefined && to === undefined) return [edge];
  if (from !== undefined && from === to) return [];
  const end = { from: from ?? edge.from, to: to ?? edge.to, in: to === undefined ? edge.in : 'in' };
  if (from !== undefined) {
    // A subagent is met at its side, and so is left at the side of the card.
    const out = edge.kind === 'subagent' ? edge.out : 'output';
    return [{ ...edge, ...end, out }];
  }
  // A card has no side where subagents are met.
  return [
    edge.kind === 'subagent'
      ? { ...edge, ...end, kind: 'flow', out: subagentPort }
      : { ...edge, ...end },
  ];
}

function groupCard(
  group: Frame,
  edges: readonly SketchEdge[],
  present: ReadonlySet<string>,
): SketchNode {
  const id = flowIdOf(group.id);
  const members = group.collapsed?.nodes.filter((node) => present.has(node)) ?? [];
  const leaving = edges.filter(({ from }) => from === id);
  return {
    id,
    type: 'group',
    title: group.text === '' ? 'Group' : group.text,
    subtitle: members.length === 1 ? '1 node' : `${members.length} nodes`,
    family: 'logic',
    ports: leaving.some(({ kind }) => kind === 'flow') ? [{ id: 'output', label: '' }] : [],
    hasInput: edges.some(({ to }) => to === id),
    isMark: true,
    isHub: leaving.some(({ kind }) => kind === 'subagent'),
    position: foldedPlace(group),
    pointer: '',
    members,
  };
}

/** The card is in the middle of what it stands for. */
export function foldedPlace({
  x,
  y,
  width,
  height,
}: Pick<Frame, 'x' | 'y' | 'width' | 'height'>): Point {
  return {
    x: x + Math.round((width - cardWidth) / 2),
    y: y + Math.round((height - cardHeight) / 2),
  };
}

/** Where a group is whose card was put somewhere. */
export function unfoldedPlace(
  group: Pick<Frame, 'x' | 'y' | 'width' | 'height'>,
  card: Point,
): Point {
  const now = foldedPlace(group);
  return { x: group.x + card.x - now.x, y: group.y + card.y - now.y };
}
