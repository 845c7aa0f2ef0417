import { useReactFlow } from '@xyflow/react';
import { showToast } from '../../../design/feedback/toasts.ts';
import { addNode } from '../../../graph/edit/add-node.ts';
import { connect } from '../../../graph/edit/connect.ts';
import { keepPlaces } from '../../../graph/edit/keep-places.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { readFrames } from '../../../graph/frames/frame.ts';
import { freeSpot } from '../../../graph/layout/free-spot.ts';
import { cardHeight, cardWidth } from '../../../graph/layout/layout-sketch.ts';
import { checkConnection } from '../../../graph/preflight/check-connection.ts';
import type { Point } from '../../../graph/sketch.ts';
import { change, nothingSelected, useEditorStore } from '../state/editor-store.ts';
import { middleOfCanvas } from './middle-of-canvas.ts';
import { noteRecentType } from '../palette/recent-types.ts';

const below = 98;
const cardSize = { width: cardWidth, height: cardHeight };

/** Adds a node where it was dropped, else on no other card below the open node or in the middle of the view; if an edge was drawn from a port, connects it at once. */
export function useAddNode(form: DocumentForm): (type: string, at?: Point) => void {
  const store = useEditorStore();
  const flow = useReactFlow();
  return (type, at) => {
    const { adding, history, open } = store.getState();
    const from = adding?.from ?? null;
    const beside = from === null ? (open === null ? undefined : flow.getNode(open)) : undefined;
    const shown = shownPositions(flow);
    const near = beside === undefined ? middleOfCanvas(flow) : lower(beside.position);
    const position =
      at ??
      adding?.position ??
      freeSpot(near, cardSize, {
        cards: [...shown.values()],
        // A group may get the card, a note must stay readable.
        frames: readFrames(history.present).filter(({ kind }) => kind === 'note'),
      });
    const placed = keepPlaces(form, history.present, shown);
    const added = addNode(form, placed, { type, position });
    let next = added.definition;
    if (from !== null) {
      const connection = { from: from.node, out: from.port, to: added.id };
      const problem = checkConnection(form, next, connection);
      if (problem === null) next = connect(form, next, connection);
      else showToast({ tone: 'bad', text: problem.message, detail: problem.hint });
    }
    change(store, () => next);
    store.setState({
      ...nothingSelected,
      open: added.id,
      nodes: new Set([added.id]),
      panel: null,
      adding: null,
      isArranged: true,
    });
    noteRecentType(form.dialect, type);
    focusCard(added.id);
  };
}

/** Where the cards are now. */
function shownPositions(flow: ReturnType<typeof useReactFlow>): ReadonlyMap<string, Point> {
  const cards = flow.getNodes().filter(({ type }) => type === 'card');
  return new Map(cards.map(({ id, position }) => [id, position]));
}

/** Moves the focus to the added node. */
function focusCard(id: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const card = document.querySelector<HTMLElement>(
        `.react-flow__node[data-id="${CSS.escape(id)}"]`,
      );
      card?.focus({ preventScroll: true });
    }),
  );
}

function lower({ x, y }: Point): Point {
  return { x, y: y + below };
}
