import { ViewportPortal, type Node } from '@xyflow/react';
import { memo, useContext, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { MarkContext } from '../card-marks.ts';
import type { CardNode } from '../node-card.tsx';
import { cardShapes } from './card-shapes.ts';

interface CardSheetProps {
  readonly nodes: readonly Node[];
}

/** All cards of a large graph, drawn in one image below those that are mounted. */
export const CardSheet = memo(function CardSheet({ nodes }: CardSheetProps): ReactNode {
  const marks = useStore(useContext(MarkContext), ({ byId }) => byId);
  const shapes = useMemo(() => cardShapes(nodes.filter(isCard), marks), [nodes, marks]);
  return (
    <ViewportPortal>
      <svg aria-hidden className="card-sheet">
        {shapes.map(({ key, kind, fill, stroke, path }) => (
          <path key={key} className={kind} fill={fill} stroke={stroke} d={path} />
        ))}
      </svg>
    </ViewportPortal>
  );
});

export function isCard(node: Node): node is CardNode {
  return node.type === 'card';
}
