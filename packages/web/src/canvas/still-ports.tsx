import { memo, type ReactNode } from 'react';
import { cardBorder, cardHandles } from './card-handles.ts';
import type { SketchNode } from '../graph/sketch.ts';

interface StillPortsProps {
  readonly node: SketchNode;
  readonly isSubagent: boolean;
}

/**
 * The ports of a card that shows no contents: boxes that listen to nothing. The canvas library measures where edges meet a card
 * as soon as it is mounted, whatever it was told before, and draws no edge to a card in which it found no port.
 */
export const StillPorts = memo(function StillPorts({
  node,
  isSubagent,
}: StillPortsProps): ReactNode {
  return cardHandles(node, isSubagent).map(({ id, type, position, x, y, width, height }) => (
    <i
      key={`${type} ${id}`}
      aria-hidden
      className={`${type} invisible absolute`}
      data-handleid={id}
      data-handlepos={position}
      style={{
        left: x - cardBorder,
        top: y - cardBorder,
        width: width ?? 0,
        height: height ?? 0,
      }}
    />
  ));
});
