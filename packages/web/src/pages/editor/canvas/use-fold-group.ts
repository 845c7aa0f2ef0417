import { useReactFlow } from '@xyflow/react';
import { collapseGroup, expandGroup } from '../../../graph/frames/collapse-group.ts';
import { frameIdOf } from '../../../graph/frames/frame-ids.ts';
import { showToast } from '../../../design/feedback/toasts.ts';
import { change, nothingSelected, useEditorStore } from '../state/editor-store.ts';
import type { CanvasNode } from './use-cards.ts';

/** Collapses a group into one card, or expands it again: one step to undo. */
export function useFoldGroup(): (id: string, isCollapsed: boolean) => void {
  const store = useEditorStore();
  const flow = useReactFlow<CanvasNode>();
  return (id, isCollapsed) => {
    const { history, openFrame } = store.getState();
    const drawn = flow
      .getNodes()
      .filter(({ id: card, type }) => type === 'card' && frameIdOf(card) === null);
    const positions = new Map(drawn.map((card) => [card.id, card.position]));
    const next = isCollapsed
      ? collapseGroup(history.present, id, positions)
      : expandGroup(history.present, id);
    if (next === history.present) {
      showToast({ tone: 'bad', text: 'The group is empty. Move nodes into it first.' });
      return;
    }
    change(store, () => next);
    // What was selected inside would keep it open.
    if (isCollapsed) store.setState({ ...nothingSelected, frames: new Set([id]), openFrame });
  };
}
