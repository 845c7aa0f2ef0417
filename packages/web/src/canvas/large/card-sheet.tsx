import { ViewportPortal, type Node } from '@xyflow/react';
import { memo, useContext, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { classNames } from '../../design/class-names.ts';
import { MarkContext } from '../card-marks.ts';
import type { CardNode } from '../node-card.tsx';
import { cardShapes } from './card-shapes.ts';

interface CardSheetProps {
  readonly nodes: readonly Node[];
  readonly isMoved?: boolean;
}

/** All cards of a large graph, drawn in one image below those that are mounted. */
export const CardSheet = memo(function CardSheet({
  nodes,
  isMoved = false,
}: CardSheetProps): ReactNode {
  const marks = useStore(useContext(MarkContext), ({ byId }) => byId);
  const shapes = useMemo(() => cardShapes(nodes.filter(isCard), marks), [nodes, marks]);
  if (shapes.length === 0) return null;
  return (
    <ViewportPortal>
      <svg aria-hidden className={classNames('card-sheet', isMoved && 'moved')}>
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
