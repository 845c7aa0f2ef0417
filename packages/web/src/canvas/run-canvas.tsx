// The graph of a run
// Drawn once; what happens comes to the cards through their marks, and to the lines when one of them changes.
import { Background, BackgroundVariant, ReactFlow, type NodeProps } from '@xyflow/react';
import { useMemo, useState, type ReactNode } from 'react';
import { isCrowded } from '../graph/layout/fill-positions.ts';
import type { EdgeOverlay } from '../graph/run/overlay-run.ts';
import type { Sketch } from '../graph/sketch.ts';
import { CanvasTools } from './canvas-tools.tsx';
import { FarContext, FarView } from './far-view.tsx';
import { FitOnce } from './fit-once.tsx';
import { FlowEdge } from './flow-edge.tsx';
import { FrameCard, type FrameNode } from './frame-card.tsx';
import { NodeCard } from './node-card.tsx';
import { toFlowFrames } from './to-flow-frames.ts';
import type { Frame } from '../graph/frames/frame.ts';
import { toFlowEdges, toFlowNodes } from './to-flow.ts';
import { useColumns } from './use-columns.ts';
import { usePositions } from './use-positions.ts';

const nodeTypes = { card: NodeCard, frame: FlowFrame };
const edgeTypes = { flow: FlowEdge };

interface RunCanvasProps {
  readonly sketch: Sketch;
  readonly frames: readonly Frame[];
  readonly edges: ReadonlyMap<string, EdgeOverlay>;
  readonly selected: string | null;
  readonly onSelect: (node: string | null) => void;
  /** The key of a line. */
  readonly selectedLine: string | null;
  readonly onSelectEdge: (key: string) => void;
}

export function RunCanvas(props: RunCanvasProps): ReactNode {
  const { sketch, frames, edges: overlay, selected, onSelect, selectedLine, onSelectEdge } = props;
  const [isFar, setFar] = useState(false);
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
        selected: new Set(selectedLine === null ? [] : [selectedLine]),
      }),
    [sketch, signature, columns, selectedLine],
  );
  return (
    <FarContext value={isFar}>
      <ReactFlow
        nodes={nodes}
        edges={positions === null ? [] : edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodeClick={(_, node) => {
          if (node.type === 'card') onSelect(node.id);
        }}
        onEdgeClick={(_, edge) => onSelectEdge(edge.id)}
        onPaneClick={() => onSelect(null)}
        onlyRenderVisibleElements
        fitView
        fitViewOptions={{ padding: 0.08, maxZoom: 1 }}
        minZoom={0.1}
        edgesFocusable={false}
        nodesConnectable={false}
        nodesDraggable={false}
        deleteKeyCode={null}
        aria-label="Run graph"
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.5} />
        <CanvasTools />
        <FarView onChange={setFar} />
        <FitOnce isReady={positions !== null} padding={0.08} />
      </ReactFlow>
    </FarContext>
  );
}

function FlowFrame({ data }: NodeProps<FrameNode>): ReactNode {
  return <FrameCard frame={data.frame} />;
}
