// The line of an edge
// Leaves and enters vertically and crosses layers straight, with soft bends in between. A lane leaves its node on the right,
// climbs, and comes back in from the right.
import type { Crossing, LaidOutEdge, Point } from './layout/layout.ts';

export interface EdgeEnds {
  /** On the border of the nodes. */
  readonly start: Point;
  readonly end: Point;
}

export function edgePath({ start, end }: EdgeEnds, edge: LaidOutEdge): string {
  return edge.isLane
    ? lanePath(start, end, edge.crossings)
    : wayDownPath(start, end, edge.crossings);
}

function wayDownPath(start: Point, end: Point, crossings: readonly Crossing[]): string {
  const steps = [`M${at(start)}`];
  let last = start;
  for (const { x, top, bottom } of crossings) {
    steps.push(bend(last, { x, y: top }), `V${round(bottom)}`);
    last = { x, y: bottom };
  }
  return [...steps, bend(last, end)].join('');
}

function lanePath(start: Point, end: Point, crossings: readonly Crossing[]): string {
  const first = crossings[0] ?? { x: start.x, top: start.y, bottom: start.y };
  const last = crossings.at(-1) ?? first;
  if (crossings.length < 2) {
    const x = round(first.x + 6);
    return `M${at(start)}C${x} ${round(start.y)} ${x} ${round(end.y)} ${at(end)}`;
  }
  const steps = [
    `M${at(start)}Q${round(first.x)} ${round(start.y)} ${round(first.x)} ${round(first.top)}`,
  ];
  let before: Point = { x: first.x, y: first.top };
  for (const { x, top, bottom } of crossings.slice(1, -1)) {
    steps.push(bend(before, { x, y: bottom }), `V${round(top)}`);
    before = { x, y: top };
  }
  steps.push(bend(before, { x: last.x, y: last.bottom }));
  steps.push(`Q${round(last.x)} ${round(end.y)} ${at(end)}`);
  return steps.join('');
}

function bend(from: Point, to: Point): string {
  const middle = round((from.y + to.y) / 2);
  return `C${round(from.x)} ${middle} ${round(to.x)} ${middle} ${at(to)}`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
