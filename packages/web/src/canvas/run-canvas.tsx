// The graph of a run
// Drawn once; updates reach the cards through their marks, and the edges when one of them changes.
import type { NodeProps } from '@xyflow/react';
import { useMemo, useState, type ReactNode } from 'react';
import { isCrowded } from '../graph/layout/fill-positions.ts';
import type { EdgeOverlay } from '../graph/run/overlay-run.ts';
import type { Point, Sketch } from '../graph/sketch.ts';
import { CanvasTools } from './canvas-tools.tsx';
import type { CanvasEdge } from './edges/canvas-edge.ts';
import { FlowEdge } from './edges/flow-edge.tsx';
import { FrameCard, type FrameNode } from './frame-card.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { NodeCard, type CardNode } from './node-card.tsx';
import { toFlowFrames } from './to-flow-frames.ts';
import type { Frame } from '../graph/frames/frame.ts';
import { contentsOf } from '../graph/frames/collapse-group.ts';
import type { Drawn } from '../graph/frames/follow-groups.ts';
import { foldGroups } from '../graph/frames/fold-groups.ts';
import { FoldContext } from './fold-context.ts';
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
  /** Where nodes can be found. */
  readonly onFind?: () => void;
}

export function RunCanvas(props: RunCanvasProps): ReactNode {
  const { sketch, frames, edges: overlay, selected, onSelect, selectedEdge, onSelectEdge } = props;
  const isLaidOut = useMemo(() => isCrowded(sketch), [sketch]);
  const positions = usePositions(sketch, { isLaidOut });
  const { folded, fold } = useFolding({ sketch, positions, frames, selected });
  const nodes = useMemo(() => {
    if (positions === null) return [];
    const chosen = new Set(selected === null ? [] : [selected]);
    return [
      ...toFlowFrames(folded.frames),
      ...toFlowNodes(folded.sketch, folded.positions, chosen),
    ];
  }, [folded, positions, selected]);
  const signature = sketch.edges.map(({ key }) => overlay.get(key) ?? 'idle').join();
  const columns = useColumns(folded.sketch, positions === null ? null : folded.positions);
  const edges = useMemo(
    () =>
      toFlowEdges(folded.sketch, {
        overlay,
        columns,
        selected: new Set(selectedEdge === null ? [] : [selectedEdge]),
      }),
    [folded, signature, columns, selectedEdge],
  );
  const openCard = useStableCallback((_: unknown, node: CardNode | FrameNode) => {
    if (node.type === 'card' && node.data.node.members === undefined) onSelect(node.id);
  });
  const close = useStableCallback(() => onSelect(null));
  return (
    <FoldContext value={fold}>
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
        isKeptFitted
        aria-label="Run graph"
      >
        <CanvasTools onFind={props.onFind} />
      </GraphCanvas>
    </FoldContext>
  );
}

const nowhere: ReadonlyMap<string, Point> = new Map();

interface FoldingOptions {
  readonly sketch: Sketch;
  readonly positions: ReadonlyMap<string, Point> | null;
  readonly frames: readonly Frame[];
  readonly selected: string | null;
}

/** Groups are collapsed as in the editor, until the reader folds one otherwise: the definition of a run is not changed. */
function useFolding({ sketch, positions, frames, selected }: FoldingOptions) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const folded = useMemo(() => {
    const drawn = { positions: positions ?? nowhere, frames };
    const groups = frames.map((frame) => foldAs(frame, changed.get(frame.id), drawn));
    const isClosed = groups.some(
      ({ id, collapsed }) =>
        changed.get(id) === true && selected !== null && collapsed?.nodes.includes(selected),
    );
    const shown = new Set(selected === null || isClosed ? [] : [selected]);
    return foldGroups({ sketch, positions: drawn.positions, frames: groups, shown });
  }, [sketch, positions, frames, changed, selected]);
  const fold = useStableCallback((id: string, isCollapsed: boolean) =>
    setChanged(new Map([...changed, [id, isCollapsed]])),
  );
  return { folded, fold };
}

function foldAs(frame: Frame, isCollapsed: boolean | undefined, drawn: Drawn): Frame {
  if (isCollapsed === undefined) return frame;
  const collapsed = isCollapsed ? (frame.collapsed ?? contentsOf(frame, drawn)) : null;
  return { ...frame, collapsed };
}

function FlowFrame({ data }: NodeProps<FrameNode>): ReactNode {
  return <FrameCard frame={data.frame} />;
}
