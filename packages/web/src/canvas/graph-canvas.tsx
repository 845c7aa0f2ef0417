// What the canvases of the editor and of a run share: drawing, panning, fitting and keyboard access.
import { ReactFlow, type Edge, type Node, type ReactFlowProps } from '@xyflow/react';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CanvasMotion } from './canvas-motion.tsx';
import { CardSchedulerContext, createCardScheduler } from './card-scheduler.ts';
import { Dots } from './dots.tsx';
import { FitOnce } from './fit-once.tsx';
import { LineSheet } from './edges/line-sheet.tsx';
import { useNearEdges } from './edges/use-near-edges.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** Up to this many, all cards show their contents. */
const cardsFullMax = 100;
/**
 * Up to this many stay mounted as boxes while out of view. More do so only while most of them are in view anyway: mounting those that a pan
 * brings in took longer than a frame, and near, where few are in view, thousands out of view would slow down every move.
 */
const cardsKeptMax = 1_000;

interface GraphCanvasProps<CardType extends Node, LineType extends Edge> extends ReactFlowProps<
  CardType,
  LineType
> {
  /** Whether positions are known, so that the graph can be fitted into view. */
  readonly isReady: boolean;
  readonly padding: number;
  /** The card that a small screen starts with. */
  readonly focus?: string | null;
  /** By a click, or with Enter. */
  readonly onSelectEdge: (key: string) => void;
}

export function GraphCanvas<CardType extends Node, LineType extends Edge>(
  props: GraphCanvasProps<CardType, LineType>,
): ReactNode {
  const { isReady, padding, focus = null, onSelectEdge, children, ...flow } = props;
  const [scheduler] = useState(createCardScheduler);
  const [isMostInSight, setMostInSight] = useState(false);
  const nodes = flow.nodes ?? [];
  const count = nodes.length;
  const isCrowded = count > cardsFullMax;
  const { near, others, onRest } = useNearEdges(flow.edges ?? [], isCrowded);
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
    <CardSchedulerContext value={isCrowded ? scheduler : null}>
      <ReactFlow
        onlyRenderVisibleElements={count > cardsKeptMax && !isMostInSight}
        fitView
        fitViewOptions={fitViewOptions}
        minZoom={isCrowded ? 0.02 : 0.1}
        deleteKeyCode={null}
        attributionPosition="bottom-center"
        {...flow}
        edges={near}
        onEdgeClick={onEdgeClick}
        onKeyDown={onKeyDown}
      >
        <Dots />
        <CanvasMotion onRest={onRest} onMostInSight={setMostInSight} />
        {isCrowded && <LineSheet nodes={nodes} edges={others} />}
        <FitOnce isReady={isReady} padding={padding} focus={focus} />
        {children}
      </ReactFlow>
    </CardSchedulerContext>
  );
}
