// What the canvases of the editor and of a run have in common: how they are drawn, moved, fitted and reached by keys.
import { ReactFlow, type Edge, type Node, type ReactFlowProps } from '@xyflow/react';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CanvasMotion } from './canvas-motion.tsx';
import { CardTurnsContext, createCardTurns } from './card-turns.ts';
import { Dots } from './dots.tsx';
import { FitOnce } from './fit-once.tsx';
import { useStableCallback } from './use-stable-callback.ts';

/** So many cards show all they have, seen or not. */
const cardsFullMax = 100;
/** So many stay on the canvas while they are out of sight, as boxes. */
const cardsKeptMax = 1_000;

interface GraphCanvasProps<CardType extends Node, LineType extends Edge> extends ReactFlowProps<
  CardType,
  LineType
> {
  /** Everything is fitted into view as soon as it is known where it is. */
  readonly isReady: boolean;
  readonly padding: number;
  /** The card that a small screen begins with. */
  readonly focus?: string | null;
  /** By a click, or with Enter. */
  readonly onSelectEdge: (key: string) => void;
}

export function GraphCanvas<CardType extends Node, LineType extends Edge>(
  props: GraphCanvasProps<CardType, LineType>,
): ReactNode {
  const { isReady, padding, focus = null, onSelectEdge, children, ...flow } = props;
  const [turns] = useState(createCardTurns);
  const count = flow.nodes?.length ?? 0;
  const fitViewOptions = useMemo(() => ({ padding, maxZoom: 1 }), [padding]);
  const onEdgeClick = useStableCallback((_: unknown, line: LineType) => onSelectEdge(line.id));
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    const line = event.target instanceof Element ? event.target.closest('.react-flow__edge') : null;
    const key = line?.getAttribute('data-id') ?? null;
    if (key === null || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    onSelectEdge(key);
  });
  return (
    <CardTurnsContext value={count > cardsFullMax ? turns : null}>
      <ReactFlow
        onlyRenderVisibleElements={count > cardsKeptMax}
        fitView
        fitViewOptions={fitViewOptions}
        minZoom={0.1}
        deleteKeyCode={null}
        attributionPosition="bottom-center"
        {...flow}
        onEdgeClick={onEdgeClick}
        onKeyDown={onKeyDown}
      >
        <Dots />
        <CanvasMotion />
        <FitOnce isReady={isReady} padding={padding} focus={focus} />
        {children}
      </ReactFlow>
    </CardTurnsContext>
  );
}
