import { Position, type NodeHandle } from '@xyflow/react';
import { cardHeight, cardWidth } from '../graph/layout/layout-sketch.ts';
import { portShift } from '../graph/layout/port-shift.ts';
import { subagentPort, type SketchNode } from '../graph/sketch.ts';

export const cardBorder = 1;
const dot = 9;
const pillHeight = 18;

/** Where edges meet a card, without measuring it: so they can be drawn to cards that do not render their ports. */
export function cardHandles(node: SketchNode, isSubagent: boolean): NodeHandle[] {
  const size = { width: dot, height: dot };
  const entrance: NodeHandle = isSubagent
    ? {
        id: 'in',
        type: 'target',
        position: Position.Left,
        x: -dot / 2,
        y: (cardHeight - dot) / 2,
        ...size,
      }
    : {
        id: 'in',
        type: 'target',
        position: Position.Top,
        x: (cardWidth - dot) / 2,
        y: -dot / 2,
        ...size,
      };
  const side: NodeHandle = {
    id: subagentPort,
    type: 'source',
    position: Position.Right,
    x: cardWidth - dot / 2,
    y: (cardHeight - dot) / 2,
    ...size,
  };
  const ports = node.ports.map(({ id, label }, index): NodeHandle => {
    const height = label === '' ? dot : pillHeight;
    return {
      id,
      type: 'source',
      position: Position.Bottom,
      x: portShift(index, node.ports.length) - dot / 2,
      y: cardHeight - height / 2,
      width: dot,
      height,
    };
  });
  return [entrance, ...(node.isHub ? [side] : []), ...(isSubagent ? [] : ports)];
}
