// Adding a node
// It lands where it was dropped or asked for; in the selected edge, which it splits; after the selected node, connected to its
// first free port; else in the middle of the view. Nothing that is there moves.
import { useReactFlow } from '@xyflow/react';
import { showToast } from '../../../design/feedback/toasts.ts';
import { addNode } from '../../../graph/edit/add-node.ts';
import { connect } from '../../../graph/edit/connect.ts';
import { freePort } from '../../../graph/edit/free-port.ts';
import { keepPlaces } from '../../../graph/edit/keep-places.ts';
import { splitEdge } from '../../../graph/edit/split-edge.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { readFrames } from '../../../graph/frames/frame.ts';
import { freeSpot } from '../../../graph/layout/free-spot.ts';
import { cardHeight, cardWidth } from '../../../graph/layout/layout-sketch.ts';
import { checkConnection } from '../../../graph/preflight/check-connection.ts';
import { readSketch } from '../../../graph/read-sketch.ts';
import type { Point, Sketch, SketchNode } from '../../../graph/sketch.ts';
import {
  change,
  nothingSelected,
  useEditorStore,
  type EditorState,
  type NewEdgeStart,
} from '../state/editor-store.ts';
import { shownPositions } from './shown-positions.ts';
import { cursorOnCanvas } from './cursor-on-canvas.ts';
import { focusCard } from '../focus/focus-card.ts';
import { middleOfCanvas } from './middle-of-canvas.ts';
import { noteRecentType } from '../palette/recent-types.ts';

const rowPitch = 98;
const columnPitch = 256;
const cardSize = { width: cardWidth, height: cardHeight };

export interface Dropped {
  readonly at: Point;
  /** The edge that it was dropped on. */
  readonly edge: string | null;
}

export function useAddNode(form: DocumentForm): (type: string, dropped?: Dropped) => void {
  const store = useEditorStore();
  const flow = useReactFlow();
  return (type, dropped) => {
    const state = store.getState();
    const shown = shownPositions(flow);
    const placed = keepPlaces(form, state.history.present, shown);
    const sketch = readSketch(form, placed);
    const cursor = cursorOnCanvas(flow);
    const place = placeFor(state, sketch, { shown, dropped, cursor });
    const wanted = place.at ?? middleOfCanvas(flow);
    const position = place.isExact
      ? wanted
      : freeSpot(wanted, cardSize, {
          cards: [...shown.values()],
          // A group may get the card, a note must stay readable.
          frames: readFrames(state.history.present).filter(({ kind }) => kind === 'note'),
        });
    const added = addNode(form, placed, { type, position });
    change(store, () => joined(form, added, place));
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

interface Place {
  /** Null: in the middle of the view. */
  readonly at: Point | null;
  /** It may lie on other cards. */
  readonly isExact: boolean;
  readonly edge: string | null;
  readonly from: NewEdgeStart | null;
  /** Nobody asked for this edge: if it may not be drawn, nothing is said. */
  readonly isOffered?: boolean;
}

interface Surroundings {
  readonly shown: ReadonlyMap<string, Point>;
  readonly dropped: Dropped | undefined;
  readonly cursor: Point | null;
}

function placeFor(state: EditorState, sketch: Sketch, around: Surroundings): Place {
  const { adding } = state;
  const { shown, dropped, cursor } = around;
  if (dropped !== undefined) {
    const { at, edge } = dropped;
    return { at, isExact: edge === null, edge, from: null };
  }
  if (adding?.position)
    return { at: adding.position, isExact: true, edge: null, from: adding.from };
  const [edge] = state.edges;
  if (state.edges.size === 1 && edge !== undefined)
    return { at: middleOfEdge(sketch, edge, shown), isExact: false, edge, from: null };
  const after = anchorOf(state, sketch);
  if (after === null) return { at: cursor, isExact: false, edge: null, from: null };
  // Whoever is faster than the drawing gets the edge all the same.
  const spot = shown.get(after.id) ?? after.position;
  const port = freePort(sketch, after);
  // Below the port: what follows "true" on the left of what follows "false".
  const aside = port === null ? 0 : (port.index - (port.count - 1) / 2) * columnPitch;
  return {
    at: spot === null ? cursor : { x: spot.x + aside, y: spot.y + rowPitch },
    isExact: false,
    edge: null,
    from: port === null ? null : { node: after.id, port: port.id },
    isOffered: true,
  };
}

/** The open or selected node, else the only one there is. */
function anchorOf({ open, nodes }: EditorState, sketch: Sketch): SketchNode | null {
  const [selected] = nodes;
  const [only] = sketch.nodes;
  const id =
    open ?? (nodes.size === 1 ? selected : sketch.nodes.length === 1 ? only?.id : undefined);
  return sketch.nodes.find((node) => node.id === id) ?? null;
}

function middleOfEdge(
  { edges }: Sketch,
  key: string,
  shown: ReadonlyMap<string, Point>,
): Point | null {
  const edge = edges.find((each) => each.key === key);
  const from = edge === undefined ? undefined : shown.get(edge.from);
  const to = edge === undefined ? undefined : shown.get(edge.to);
  if (from === undefined || to === undefined) return null;
  return { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) };
}

/** The definition with the new node in its edge or at the end of a new one; without it, if a rule forbids that. */
function joined(form: DocumentForm, added: ReturnType<typeof addNode>, place: Place) {
  const { definition, id } = added;
  if (place.edge !== null) return splitEdge(form, definition, { edge: place.edge, node: id });
  if (place.from === null) return definition;
  const { nodes } = readSketch(form, definition);
  const takesInput = nodes.find((node) => node.id === id)?.hasInput === true;
  if (place.isOffered === true && !takesInput) return definition;
  const connection = { from: place.from.node, out: place.from.port, to: id };
  const problem = checkConnection(form, definition, connection);
  if (problem === null) return connect(form, definition, connection);
  if (place.isOffered !== true)
    showToast({ tone: 'bad', text: problem.message, detail: problem.hint });
  return definition;
}
