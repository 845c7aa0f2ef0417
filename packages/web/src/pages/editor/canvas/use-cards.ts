// Cards and frames on the canvas of the editor
// They follow the definition; during a drag, they follow the pointer, and the contents of a group move with it. The final
// positions are written to the definition as one step.
import { applyNodeChanges, type NodeChange } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FrameNode } from '../../../canvas/frame-card.tsx';
import type { CardNode } from '../../../canvas/node-card.tsx';
import { flowIdOf, frameIdOf, toFlowFrames } from '../../../canvas/to-flow-frames.ts';
import { toFlowNodes } from '../../../canvas/to-flow.ts';
import { useStableItems } from '../../../canvas/use-stable-items.ts';
import { useStableCallback } from '../../../canvas/use-stable-callback.ts';
import { moveNodes } from '../../../graph/edit/move-nodes.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { changeFrame } from '../../../graph/frames/edit-frames.ts';
import { followGroups, type Drawn, type Moved } from '../../../graph/frames/follow-groups.ts';
import { readFrames } from '../../../graph/frames/frame.ts';
import type { Point, Sketch } from '../../../graph/sketch.ts';
import { change, useEditor, useEditorStore, type EditorStore } from '../state/editor-store.ts';

export type CanvasNode = CardNode | FrameNode;

interface CardsOptions {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  readonly positions: ReadonlyMap<string, Point> | null;
  /** Positions come from the layout and are not in the definition yet: they are written with the first move. */
  readonly isUnwritten: boolean;
  readonly onMoved: () => void;
}

interface Cards {
  readonly nodes: CanvasNode[];
  readonly onNodesChange: (changes: NodeChange<CanvasNode>[]) => void;
}

const nowhere: ReadonlyMap<string, Point> = new Map();

export function useCards(options: CardsOptions): Cards {
  const { form, sketch, positions, isUnwritten, onMoved } = options;
  const store = useEditorStore();
  const drawn = useDrawn(sketch, positions);
  const [nodes, setNodes] = useState<CanvasNode[]>(drawn.nodes);
  useEffect(() => setNodes(drawn.nodes), [drawn]);
  const isDragged = useRef(false);
  const onNodesChange = useStableCallback((changes: NodeChange<CanvasNode>[]) => {
    const moved = followGroups(movedBy(changes), drawn);
    setNodes((before) => applyNodeChanges([...changes, ...followers(moved, changes)], before));
    select(store, changes);
    const moves = changes.filter((each) => each.type === 'position');
    if (moves.some(({ dragging }) => dragging === true)) isDragged.current = true;
    if (!moves.some(({ dragging }) => dragging === false)) return;
    // Arrow keys move without a drag; consecutive moves are one step.
    const merge = isDragged.current ? null : `arrows ${moves.map(({ id }) => id).join(' ')}`;
    isDragged.current = false;
    const kept = isUnwritten ? (positions ?? nowhere) : nowhere;
    change(
      store,
      (definition) => {
        const placed = moveNodes(form, definition, new Map([...kept, ...moved.nodes]));
        return [...moved.frames].reduce(
          (result, [id, point]) => changeFrame(result, id, point),
          placed,
        );
      },
      merge,
    );
    onMoved();
  });
  return { nodes, onNodesChange };
}

function useDrawn(
  sketch: Sketch,
  positions: ReadonlyMap<string, Point> | null,
): Drawn & { readonly nodes: CanvasNode[] } {
  const selected = useEditor((state) => state.nodes);
  const selectedFrames = useEditor((state) => state.frames);
  const studio = useEditor(({ history }) => history.present['studio'] ?? null);
  const frames = useMemo(() => readFrames({ studio }), [studio]);
  const cards = useStableItems(
    useMemo(
      () => (positions === null ? [] : toFlowNodes(sketch, positions, selected)),
      [sketch, positions, selected],
    ),
  );
  return useMemo(() => {
    const nodes = positions === null ? [] : [...toFlowFrames(frames, selectedFrames), ...cards];
    return { nodes, frames, positions: positions ?? nowhere };
  }, [cards, frames, selectedFrames, positions]);
}

function movedBy(changes: readonly NodeChange<CanvasNode>[]): Moved {
  const nodes = new Map<string, Point>();
  const frames = new Map<string, Point>();
  for (const each of changes) {
    if (each.type !== 'position' || each.position === undefined || each.dragging === undefined)
      continue;
    const frame = frameIdOf(each.id);
    if (frame === null) nodes.set(each.id, each.position);
    else frames.set(frame, each.position);
  }
  return { nodes, frames };
}

/** Moves of items that were not dragged themselves. */
function followers(
  { nodes, frames }: Moved,
  changes: readonly NodeChange<CanvasNode>[],
): NodeChange<CanvasNode>[] {
  const touched = new Set(changes.map((each) => ('id' in each ? each.id : '')));
  const all = [...nodes, ...[...frames].map(([id, point]) => [flowIdOf(id), point] as const)];
  return all.flatMap(([id, position]) =>
    touched.has(id) ? [] : [{ id, type: 'position' as const, position }],
  );
}

function select(store: EditorStore, changes: readonly NodeChange<CanvasNode>[]): void {
  const chosen = changes.filter((each) => each.type === 'select');
  if (chosen.length === 0) return;
  const nodes = new Set(store.getState().nodes);
  const frames = new Set(store.getState().frames);
  for (const { id, selected } of chosen) {
    const frame = frameIdOf(id);
    const set = frame === null ? nodes : frames;
    if (selected) set.add(frame ?? id);
    else set.delete(frame ?? id);
  }
  store.setState({ nodes, frames, edges: new Set() });
}
