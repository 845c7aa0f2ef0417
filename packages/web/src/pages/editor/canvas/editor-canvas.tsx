// The canvas of the editor
// Binds the library's events (drags, connections, selections, keys) to the edit operations. Makes no decisions itself.
import { useReactFlow } from '@xyflow/react';
import { useMemo, useState, type DragEvent, type MouseEvent, type ReactNode } from 'react';
import { CanvasTools } from '../../../canvas/canvas-tools.tsx';
import { FoldContext } from '../../../canvas/fold-context.ts';
import { FlowEdge } from '../../../canvas/edges/flow-edge.tsx';
import { GraphCanvas } from '../../../canvas/graph-canvas.tsx';
import { NodeCard } from '../../../canvas/node-card.tsx';
import { frameIdOf } from '../../../graph/frames/frame-ids.ts';
import { usePositions } from '../../../canvas/use-positions.ts';
import { useStableCallback } from '../../../canvas/use-stable-callback.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { fillPositions, isCrowded } from '../../../graph/layout/fill-positions.ts';
import { cardHeight, cardWidth } from '../../../graph/layout/layout-sketch.ts';
import type { Point, Sketch } from '../../../graph/sketch.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import {
  nothingSelected,
  redoStep,
  undoStep,
  useEditor,
  useEditorStore,
} from '../state/editor-store.ts';
import { EditorFind } from './editor-find.tsx';
import { FrameNode } from './frame-node.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { CanvasMinimap } from './canvas-minimap.tsx';
import { paletteType } from '../palette/palette.tsx';
import type { Preflight } from '../../../graph/preflight/check-definition.ts';
import { useAddNode } from './use-add-node.ts';
import { useCards, type CanvasNode } from './use-cards.ts';
import { useFolded } from './use-folded.ts';
import { useFoldGroup } from './use-fold-group.ts';
import { useConnecting } from './use-connecting.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useKeepInView } from './use-keep-in-view.ts';
import { useEdges } from './use-edges.ts';
import { useSeeDraft } from './use-see-draft.ts';
import { useTidy } from './use-tidy.ts';

const nodeTypes = { card: NodeCard, frame: FrameNode };
const edgeTypes = { flow: FlowEdge };
const snapGrid: [number, number] = [4, 4];
/** Any of them, as in other programs; a box is drawn with Shift, too, but begins beside the cards. */
const extendingKeys = ['Shift', 'Control', 'Meta'];

interface EditorCanvasProps {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  readonly preflight: Preflight;
}

export function EditorCanvas({ form, sketch, preflight }: EditorCanvasProps): ReactNode {
  const store = useEditorStore();
  // Decided once: dragging a card over another must not rearrange all others.
  const [wasCrowded] = useState(() => isCrowded(sketch));
  const isArranged = useEditor((state) => state.isArranged);
  const isLaidOut = wasCrowded && !isArranged;
  const positions = usePositions(sketch, { isLaidOut });
  const { folded, frames } = useFolded(sketch, positions);
  const { nodes, onNodesChange } = useCards({
    form,
    folded,
    frames,
    positions,
    isUnwritten: useMemo(() => isLaidOut || fillPositions(sketch) === null, [sketch, isLaidOut]),
    onMoved: () => store.setState({ isArranged: true }),
  });
  const edges = useEdges(folded, preflight, positions !== null);
  const tidy = useTidy(form, { folded, frames, positions });
  const keys = useEditorKeys({ form, sketch, tidy });
  useKeepInView(folded.sketch);
  useSeeDraft(sketch, positions);
  const fold = useStableCallback(useFoldGroup());
  const selectEdge = (key: string) => store.setState({ ...nothingSelected, edges: new Set([key]) });
  return (
    <FoldContext value={fold}>
      <GraphCanvas
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onSelectEdge={selectEdge}
        {...usePointing(form)}
        {...useConnecting(form)}
        snapToGrid
        multiSelectionKeyCode={extendingKeys}
        zoomOnDoubleClick={false}
        snapGrid={snapGrid}
        isReady={positions !== null}
        padding={0.1}
        aria-label="Workflow canvas"
      >
        <EditTools onTidy={tidy} onFind={keys.find} />
        <CanvasMinimap nodes={nodes} />
      </GraphCanvas>
      {keys.isFinding ? (
        <EditorFind form={form} sketch={sketch} onClose={keys.closeFind} />
      ) : (
        <SelectionBar form={form} sketch={sketch} />
      )}
      <ConnectDialog
        form={form}
        sketch={sketch}
        from={keys.connectFrom}
        onClose={keys.closeConnect}
      />
    </FoldContext>
  );
}

/** What clicks and drops do. */
function usePointing(form: DocumentForm) {
  const store = useEditorStore();
  const flow = useReactFlow();
  const add = useAddNode(form);
  const openPicker = (event: Spot) => {
    const on = { x: event.clientX, y: event.clientY };
    store.setState({ adding: { position: cardAround(flow, event), from: null, on } });
  };
  return {
    onNodeClick: useStableCallback((event: MouseEvent, { id }: CanvasNode) => {
      // With a modifier, clicks extend the selection and open nothing.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const frame = frameIdOf(id);
      store.setState({ open: frame === null ? id : null, openFrame: frame, panel: null });
    }),
    onPaneClick: useStableCallback(() => store.setState(nothingSelected)),
    onDragOver: useStableCallback((event: DragEvent) => event.preventDefault()),
    onDrop: useStableCallback((event: DragEvent) => {
      const type = event.dataTransfer.getData(paletteType);
      if (type === '') return;
      add(type, { at: cardAround(flow, event), edge: edgeUnder(event) });
    }),
    // The picker opens where the node is wanted.
    onPaneContextMenu: useStableCallback((event: MouseEvent | globalThis.MouseEvent) => {
      event.preventDefault();
      openPicker(event);
    }),
    onDoubleClick: useStableCallback((event: MouseEvent) => {
      const isPane = event.target instanceof Element && event.target.matches('.react-flow__pane');
      if (isPane) openPicker(event);
    }),
  };
}

interface Spot {
  readonly clientX: number;
  readonly clientY: number;
}

/** The place of a card whose middle is at a spot of the screen. */
function cardAround(flow: ReturnType<typeof useReactFlow>, { clientX, clientY }: Spot): Point {
  const { x, y } = flow.screenToFlowPosition({ x: clientX, y: clientY });
  return { x: Math.round(x - cardWidth / 2), y: Math.round(y - cardHeight / 2) };
}

function edgeUnder({ clientX, clientY }: Spot): string | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const edge = element.closest('.react-flow__edge');
    if (edge !== null) return edge.getAttribute('data-id');
  }
  return null;
}

interface EditToolsProps {
  readonly onTidy: () => void;
  readonly onFind: () => void;
}

function EditTools({ onTidy, onFind }: EditToolsProps): ReactNode {
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
      onFind={onFind}
    />
  );
}
