// What the canvases of the editor and of a run share: drawing, panning, fitting and keyboard access.
import { ReactFlow, type Edge, type Node, type ReactFlowProps } from '@xyflow/react';
import { useMemo, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { CanvasMotion } from './canvas-motion.tsx';
import { CardSchedulerContext, createCardScheduler } from './card-scheduler.ts';
import { Dots } from './dots.tsx';
import { FitOnce } from './view/fit-once.tsx';
import { firstPlace } from '../graph/layout/first-view.ts';
import { LineSheet } from './edges/line-sheet.tsx';
import { useNearEdges } from './edges/use-near-edges.ts';
import { CardSheet } from './large/card-sheet.tsx';
import { useFarHands } from './large/use-far-hands.ts';
import { useFarSelecting } from './large/use-far-selecting.ts';
import { useMountedCards } from './large/use-mounted-cards.ts';
import { useMoving } from './large/use-moving.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** Up to this many, all cards show their contents. */
const cardsFullMax = 100;
/** Up to this many stay mounted as boxes while out of view. Of more, only those are mounted that are in view and can be read. */
const cardsKeptMax = 500;

interface GraphCanvasProps<CardType extends Node, LineType extends Edge> extends ReactFlowProps<
  CardType,
  LineType
> {
  /** Whether positions are known, so that the graph can be fitted into view. */
  readonly isReady: boolean;
  readonly padding: number;
  /** The card that is shown first where there is no room for all; default: where the graph begins. */
  readonly focus?: string | null;
  /** Whether it is fitted again whenever its place changes, as long as nobody has moved it. */
  readonly isKeptFitted?: boolean;
  /** By a click, or with Enter. */
  readonly onSelectEdge: (key: string) => void;
}

/** It is named in the docs of the studio: here it stood on cards. */
const unsigned = { hideAttribution: true };

export function GraphCanvas<CardType extends Node, LineType extends Edge>(
  props: GraphCanvasProps<CardType, LineType>,
): ReactNode {
  const { isReady, padding, focus = null, isKeptFitted = false, ...drawn } = props;
  const { onSelectEdge, children, ...flow } = drawn;
  const [scheduler] = useState(createCardScheduler);
  const all = flow.nodes ?? [];
  const isCrowded = all.length > cardsFullMax;
  const isLarge = all.length > cardsKeptMax;
  const moving = useMoving(all);
  const { nodes, isFar, onSight, onZoom, ...dealing } = useMountedCards(all, moving, isLarge);
  const cardAt = useFarHands({ isFar, nodes: moving.still, ...dealing });
  const onNodesChange = useFarSelecting({ isFar, nodes: all, onNodesChange: flow.onNodesChange });
  const { near, others, onRest } = useNearEdges(flow.edges ?? [], isCrowded);
  const fitViewOptions = useMemo(
    () => ({ padding, maxZoom: 1, includeHiddenNodes: true }),
    [padding],
  );
  const onEdgeClick = useStableCallback((_: unknown, line: LineType) => onSelectEdge(line.id));
  const findPlace = useStableCallback(() => firstPlace(all, flow.edges ?? [], focus));
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    const line = event.target instanceof Element ? event.target.closest('.react-flow__edge') : null;
    const key = line?.getAttribute('data-id') ?? null;
    if (key === null || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    onSelectEdge(key);
  });
  // A finger has pointed at nothing before it presses.
  const onPaneClick = useStableCallback((event: MouseEvent) => {
    const card = cardAt(event);
    const node = card === null ? undefined : all.find(({ id }) => id === card);
    if (node === undefined) {
      flow.onPaneClick?.(event);
      return;
    }
    flow.onNodesChange?.([{ id: node.id, type: 'select', selected: true }]);
    flow.onNodeClick?.(event, node);
  });
  return (
    <CardSchedulerContext value={isCrowded ? scheduler : null}>
      <ReactFlow
        onlyRenderVisibleElements={isLarge}
        fitView
        fitViewOptions={fitViewOptions}
        minZoom={isCrowded ? 0.02 : 0.1}
        deleteKeyCode={null}
        proOptions={unsigned}
        {...flow}
        nodes={nodes}
        edges={near}
        {...(flow.onNodesChange === undefined ? {} : { onNodesChange })}
        onPaneClick={onPaneClick}
        onEdgeClick={onEdgeClick}
        onKeyDown={onKeyDown}
      >
        <Dots />
        <CanvasMotion onRest={onRest} onSight={onSight} onZoom={onZoom} />
        {isCrowded && <LineSheet cards={moving} edges={others} />}
        {isLarge && <CardSheet nodes={moving.still} />}
        {isLarge && <CardSheet nodes={moving.moved} isMoved />}
        <FitOnce isReady={isReady} padding={padding} findPlace={findPlace} isKept={isKeptFitted} />
        {children}
      </ReactFlow>
    </CardSchedulerContext>
  );
}
