// The graph of a run
// Drawn once; updates reach the cards through their marks, and the edges when one of them changes.
import type { NodeProps } from '@xyflow/react';
import { useMemo, type ReactNode } from 'react';
import { isCrowded } from '../graph/layout/fill-positions.ts';
import type { EdgeOverlay } from '../graph/run/overlay-run.ts';
import type { Sketch } from '../graph/sketch.ts';
import { CanvasTools } from './canvas-tools.tsx';
import type { CanvasEdge } from './edges/canvas-edge.ts';
import { FlowEdge } from './edges/flow-edge.tsx';
import { FrameCard, type FrameNode } from './frame-card.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { NodeCard, type CardNode } from './node-card.tsx';
import { toFlowFrames } from './to-flow-frames.ts';
import type { Frame } from '../graph/frames/frame.ts';
import { toFlowEdges, toFlowNodes } from './to-flow.ts';
import { useColumns } from './use-columns.ts';
import { usePositions } from './use-positions.ts';
import { useStableCallback } from './use-stable-callback.ts';

const nodeTypes = { card: NodeCard, frame: FlowFrame };
const edgeTypes = { flow: FlowEdge };
const noEdges: CanvasEdge[] = [];

interface RunCanvasProps {
  readonly sketch: Sketch;
  readonly frames: readonly Frame[];
  readonly edges: ReadonlyMap<string, EdgeOverlay>;
  readonly selected: string | null;
  readonly onSelect: (node: string | null) => void;
  /** The key of an edge. */
  readonly selectedEdge: string | null;
  readonly onSelectEdge: (key: string) => void;
}

export function RunCanvas(props: RunCanvasProps): ReactNode {
  const { sketch, frames, edges: overlay, selected, onSelect, selectedEdge, onSelectEdge } = props;
  const isLaidOut = useMemo(() => isCrowded(sketch), [sketch]);
  const positions = usePositions(sketch, { isLaidOut });
  const nodes = useMemo(
    () =>
      positions === null
        ? []
        : [
            ...toFlowFrames(frames),
            ...toFlowNodes(sketch, positions, new Set(selected === null ? [] : [selected])),
          ],
    [sketch, positions, selected, frames],
  );
  const signature = sketch.edges.map(({ key }) => overlay.get(key) ?? 'idle').join();
  const columns = useColumns(sketch, positions);
  const edges = useMemo(
    () =>
      toFlowEdges(sketch, {
        overlay,
        columns,
        selected: new Set(selectedEdge === null ? [] : [selectedEdge]),
      }),
    [sketch, signature, columns, selectedEdge],
  );
  const openCard = useStableCallback((_: unknown, node: CardNode | FrameNode) => {
    if (node.type === 'card') onSelect(node.id);
  });
  const close = useStableCallback(() => onSelect(null));
  return (
    <GraphCanvas
      nodes={nodes}
      edges={positions === null ? noEdges : edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onNodeClick={openCard}
      onSelectEdge={onSelectEdge}
      onPaneClick={close}
      nodesConnectable={false}
      nodesDraggable={false}
      isReady={positions !== null}
      padding={0.08}
      focus={selected}
      aria-label="Run graph"
    >
      <CanvasTools />
    </GraphCanvas>
  );
}

function FlowFrame({ data }: NodeProps<FrameNode>): ReactNode {
  return <FrameCard frame={data.frame} />;
}
