// The canvas of the editor
// Binds what the library reports (drags, connections, selections, keys) to the edit operations. Decides nothing itself.
import { Background, BackgroundVariant, MiniMap, ReactFlow, useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useState, type DragEvent, type ReactNode } from 'react';
import { CanvasTools } from '../../canvas/canvas-tools.tsx';
import { FarContext, FarView } from '../../canvas/far-view.tsx';
import { FitOnce } from '../../canvas/fit-once.tsx';
import { FlowEdge, type FlowEdgeLine } from '../../canvas/flow-edge.tsx';
import { NodeCard } from '../../canvas/node-card.tsx';
import { frameIdOf } from '../../canvas/to-flow-frames.ts';
import { toFlowEdges } from '../../canvas/to-flow.ts';
import { useColumns } from '../../canvas/use-columns.ts';
import { usePositions } from '../../canvas/use-positions.ts';
import type { DocumentForm } from '../../graph/forms/document-form.ts';
import { fillPositions, isCrowded } from '../../graph/layout/fill-positions.ts';
import { requestLayout } from '../../graph/layout/request-layout.ts';
import { cardHeight, cardWidth } from '../../graph/layout/layout-sketch.ts';
import { moveNodes } from '../../graph/edit/move-nodes.ts';
import type { Sketch } from '../../graph/sketch.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import {
  change,
  nothingChosen,
  redoStep,
  undoStep,
  useEditor,
  useEditorStore,
} from './editor-store.ts';
import { FrameNode } from './frame-node.tsx';
import { paletteType } from './palette.tsx';
import { useAddNode } from './use-add-node.ts';
import { useCards, type CanvasNode } from './use-cards.ts';
import { useConnecting } from './use-connecting.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useStayInView } from './use-stay-in-view.ts';
import type { Preflight } from './preflight.tsx';

const nodeTypes = { card: NodeCard, frame: FrameNode };
const edgeTypes = { flow: FlowEdge };

interface EditorCanvasProps {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  readonly preflight: Preflight;
}

export function EditorCanvas({ form, sketch, preflight }: EditorCanvasProps): ReactNode {
  const store = useEditorStore();
  const flow = useReactFlow();
  const [isFar, setFar] = useState(false);
  // Decided once: a card that is dragged over another must not move all others.
  const [isLaidOut, setLaidOut] = useState(() => isCrowded(sketch));
  const positions = usePositions(sketch, { isLaidOut });
  const { nodes, onNodesChange } = useCards({
    form,
    sketch,
    positions,
    isUnwritten: isLaidOut || fillPositions(sketch) === null,
    onMoved: () => setLaidOut(false),
  });
  const columns = useColumns(sketch, positions);
  const edges = useLines(sketch, preflight, columns);
  const add = useAddNode(form);
  const connecting = useConnecting(form);
  const tidy = useTidy(form, sketch);
  useOpenInView();
  useStayInView();
  const keys = useEditorKeys({ form, sketch, tidy });
  const drop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(paletteType);
    if (type === '') return;
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    add(type, { x: Math.round(x - 112), y: Math.round(y - 30) });
  };
  const open = ({ id }: CanvasNode) => {
    const frame = frameIdOf(id);
    store.setState({ open: frame === null ? id : null, openFrame: frame, panel: null });
  };
  return (
    <>
      <FarContext value={isFar}>
        <ReactFlow
          nodes={nodes}
          edges={positions === null ? [] : edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={onNodesChange}
          onNodeClick={(event, node) => {
            // With a key held, one selects several and reads none.
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(node);
          }}
          onEdgeClick={(_, edge) => store.setState({ ...nothingChosen, edges: new Set([edge.id]) })}
          onPaneClick={() => store.setState(nothingChosen)}
          {...connecting}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          onlyRenderVisibleElements
          fitView
          fitViewOptions={{ padding: 0.1, maxZoom: 1 }}
          minZoom={0.1}
          snapToGrid
          snapGrid={[4, 4]}
          edgesFocusable={false}
          deleteKeyCode={null}
          aria-label="Workflow canvas"
        >
          <CanvasParts onTidy={tidy} onFar={setFar} isReady={positions !== null} />
        </ReactFlow>
      </FarContext>
      <ConnectDialog
        form={form}
        sketch={sketch}
        from={keys.connectFrom}
        onClose={keys.closeConnect}
      />
    </>
  );
}

interface CanvasPartsProps {
  readonly onTidy: () => void;
  readonly onFar: (isFar: boolean) => void;
  readonly isReady: boolean;
}

function CanvasParts({ onTidy, onFar, isReady }: CanvasPartsProps): ReactNode {
  return (
    <>
      <Background variant={BackgroundVariant.Dots} gap={20} size={1.5} />
      <EditTools onTidy={onTidy} />
      <Overview />
      <FarView onChange={onFar} />
      <FitOnce isReady={isReady} padding={0.1} />
    </>
  );
}

/** The node whose drawer opens stays in view, also where the drawer takes half of the screen. */
function useOpenInView(): void {
  const flow = useReactFlow();
  const open = useEditor((state) => state.open);
  useEffect(() => {
    if (open === null) return undefined;
    const frame = requestAnimationFrame(() => {
      const card = flow.getNode(open);
      const canvas = document.querySelector('.react-flow')?.getBoundingClientRect();
      if (card === undefined || canvas === undefined) return;
      const start = flow.flowToScreenPosition(card.position);
      const end = flow.flowToScreenPosition({
        x: card.position.x + cardWidth,
        y: card.position.y + cardHeight,
      });
      const isSeen =
        start.x >= canvas.left &&
        start.y >= canvas.top &&
        end.x <= canvas.right &&
        end.y <= canvas.bottom;
      const middle = { x: card.position.x + cardWidth / 2, y: card.position.y + cardHeight / 2 };
      if (!isSeen) void flow.setCenter(middle.x, middle.y, { zoom: flow.getZoom(), duration: 150 });
    });
    return () => cancelAnimationFrame(frame);
  }, [flow, open]);
}

function Overview(): ReactNode {
  return (
    <MiniMap<CanvasNode>
      pannable
      zoomable
      className="hidden! lg:block!"
      style={{ width: 132, height: 92 }}
      nodeBorderRadius={12}
      nodeColor={minimapColour}
    />
  );
}

function minimapColour({ type, selected }: CanvasNode): string {
  if (type === 'frame') return 'var(--line)';
  return selected === true ? 'var(--accent)' : 'var(--control)';
}

function EditTools({ onTidy }: { readonly onTidy: () => void }): ReactNode {
  const store = useEditorStore();
  const { past, future } = useEditor((state) => state.history);
  return (
    <CanvasTools
      edit={{
        canUndo: past.length > 0,
        canRedo: future.length > 0,
        onUndo: () => undoStep(store),
        onRedo: () => redoStep(store),
        onTidy,
      }}
    />
  );
}

function useTidy(form: DocumentForm, sketch: Sketch): () => void {
  const store = useEditorStore();
  const flow = useReactFlow();
  return useCallback(() => {
    const nodes = sketch.nodes.map(({ id }) => id);
    void requestLayout({ nodes, edges: sketch.edges }).then((places) => {
      change(store, (definition) => moveNodes(form, definition, places));
      requestAnimationFrame(() => void flow.fitView({ padding: 0.1, maxZoom: 1 }));
    });
  }, [form, sketch, store, flow]);
}

function useLines(
  sketch: Sketch,
  { problems }: Preflight,
  columns: ReadonlyMap<string, number>,
): FlowEdgeLine[] {
  const selected = useEditor((state) => state.edges);
  return useMemo(() => {
    const linesWith = (severity: 'error' | 'warning') =>
      new Set(
        problems
          .filter(({ diagnostic }) => diagnostic.severity === severity)
          .flatMap(({ edge }) => (edge === null ? [] : [edge])),
      );
    const broken = linesWith('error');
    const doubtful = linesWith('warning');
    return toFlowEdges(sketch, { selected, broken, doubtful, columns });
  }, [sketch, selected, problems, columns]);
}
