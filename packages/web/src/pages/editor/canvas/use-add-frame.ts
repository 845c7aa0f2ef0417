import { useReactFlow } from '@xyflow/react';
import { addFrame, frameSizes } from '../../../graph/frames/edit-frames.ts';
import { readFrames, type FrameKind } from '../../../graph/frames/frame.ts';
import { freeSpot } from '../../../graph/layout/free-spot.ts';
import { change, nothingSelected, useEditorStore } from '../state/editor-store.ts';
import { middleOfCanvas } from './middle-of-canvas.ts';

/** Adds a note in the middle of the view, or a group around the selected nodes, and opens it. */
export function useAddFrame(): (kind: FrameKind) => void {
  const store = useEditorStore();
  const flow = useReactFlow();
  return (kind) => {
    const { nodes, history } = store.getState();
    const around =
      kind === 'note'
        ? []
        : [...nodes].flatMap((id) => {
            const card = flow.getNode(id);
            return card === undefined ? [] : [card.position];
          });
    const cards = flow.getNodes().filter(({ type }) => type === 'card');
    const position = freeSpot(middleOfCanvas(flow), frameSizes[kind], {
      cards: cards.map((card) => card.position),
      frames: readFrames(history.present),
    });
    const added = addFrame(history.present, { kind, position, around });
    change(store, () => added.definition);
    store.setState({
      ...nothingSelected,
      frames: new Set([added.id]),
      openFrame: added.id,
      panel: null,
      adding: null,
    });
  };
}
