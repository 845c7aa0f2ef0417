// Cards and frames on the canvas of the editor
// They follow the definition; during a drag, they follow the pointer, and the contents of a group move with it. The final
// positions are written to the definition as one step.
import { applyNodeChanges, type NodeChange } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FrameNode } from '../../../canvas/frame-card.tsx';
import type { CardNode } from '../../../canvas/node-card.tsx';
import { toFlowFrames } from '../../../canvas/to-flow-frames.ts';
import { toFlowNodes } from '../../../canvas/to-flow.ts';
import { useStableItems } from '../../../canvas/use-stable-items.ts';
import { useStableCallback } from '../../../canvas/use-stable-callback.ts';
import { moveNodes } from '../../../graph/edit/move-nodes.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { leaveGroups } from '../../../graph/frames/collapse-group.ts';
import { changeFrame } from '../../../graph/frames/edit-frames.ts';
import { unfoldedPlace, type Folded } from '../../../graph/frames/fold-groups.ts';
import { followGroups, type Drawn, type Moved } from '../../../graph/frames/follow-groups.ts';
import { flowIdOf, frameIdOf } from '../../../graph/frames/frame-ids.ts';
import type { Frame } from '../../../graph/frames/frame.ts';
import type { Point } from '../../../graph/sketch.ts';
import { change, useEditor, useEditorStore, type EditorStore } from '../state/editor-store.ts';

export type CanvasNode = CardNode | FrameNode;

interface CardsOptions {
  readonly form: DocumentForm;
  /** What is drawn. */
  readonly folded: Folded;
  /** All of the definition. */
  readonly frames: readonly Frame[];
  /** Of all nodes, drawn or not; null until they are known. */
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
  const { form, folded, frames, positions, isUnwritten, onMoved } = options;
  const store = useEditorStore();
  const drawn = useDrawn(folded, positions !== null);
  const [nodes, setNodes] = useState<CanvasNode[]>(drawn);
  useEffect(() => setNodes(drawn), [drawn]);
  const isDragged = useRef(false);
  const onNodesChange = useStableCallback((changes: NodeChange<CanvasNode>[]) => {
    const dragged = movedBy(changes, { positions: folded.positions, frames });
    const moved = followGroups(dragged, { positions: positions ?? nowhere, frames });
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
        const framed = [...moved.frames].reduce(
          (result, [id, point]) => changeFrame(result, id, point),
          placed,
        );
        return leaveGroups(framed, dragged.nodes);
      },
      merge,
    );
    onMoved();
  });
  return { nodes, onNodesChange };
}

function useDrawn({ sketch, positions, frames }: Folded, isPlaced: boolean): CanvasNode[] {
  const selected = useEditor((state) => state.nodes);
  const selectedFrames = useEditor((state) => state.frames);
  const cards = useStableItems(
    useMemo(() => {
      if (!isPlaced) return [];
      const chosen = new Set([...selected, ...[...selectedFrames].map(flowIdOf)]);
      return toFlowNodes(sketch, positions, chosen);
    }, [sketch, positions, selected, selectedFrames, isPlaced]),
  );
  return useMemo(
    () => (isPlaced ? [...toFlowFrames(frames, selectedFrames), ...cards] : []),
    [cards, frames, selectedFrames, isPlaced],
  );
}

function movedBy(changes: readonly NodeChange<CanvasNode>[], drawn: Drawn): Moved {
  const nodes = new Map<string, Point>();
  const frames = new Map<string, Point>();
  for (const each of changes) {
    if (each.type !== 'position' || each.position === undefined || each.dragging === undefined)
      continue;
    const id = frameIdOf(each.id);
    if (id === null) nodes.set(each.id, each.position);
    else {
      const group = drawn.frames.find((frame) => frame.id === id);
      // The card of a collapsed group is in the middle of it.
      const isCard = group !== undefined && drawn.positions.has(each.id);
      frames.set(id, isCard ? unfoldedPlace(group, each.position) : each.position);
    }
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
