// Keys of the editor; `app/shortcuts.ts` lists them.
import { useReactFlow } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { useFit } from '../../../canvas/view/use-fit.ts';
import { isTyping } from '../../../design/keyboard/is-typing.ts';
import { frameIdOf } from '../../../graph/frames/frame-ids.ts';
import { removeParts } from '../../../graph/edit/remove-parts.ts';
import { removeFrames } from '../../../graph/frames/edit-frames.ts';
import { readFrames } from '../../../graph/frames/frame.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { selectedParts, copySelection, duplicateSelection, paste } from './copy-paste.ts';
import {
  change,
  nothingSelected,
  useEditorStore,
  type EditorStore,
} from '../state/editor-store.ts';
import { focusSettings } from '../focus/focus-settings.ts';
import { focusCard } from '../focus/focus-card.ts';
import { shownPositions } from './shown-positions.ts';
import { useAddFrame } from './use-add-frame.ts';

interface EditorKeysOptions {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  readonly tidy: () => void;
}

interface EditorKeys {
  readonly connectFrom: string | null;
  readonly closeConnect: () => void;
  readonly isFinding: boolean;
  readonly find: () => void;
  readonly closeFind: () => void;
}

export function useEditorKeys({ form, sketch, tidy }: EditorKeysOptions): EditorKeys {
  const store = useEditorStore();
  const flow = useReactFlow();
  const fit = useFit();
  const addFrame = useAddFrame();
  const [connectFrom, setConnectFrom] = useState<string | null>(null);
  const [isFinding, setFinding] = useState(false);
  useEffect(() => {
    const act = (action: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      event.preventDefault();
      action(event);
    };
    const remove = act(() => removeSelection(store, form));
    return tinykeys(window, {
      '$mod+d': act(() => duplicateSelection({ store, form, shown: () => shownPositions(flow) })),
      Delete: remove,
      Backspace: remove,
      n: act(() => {
        const field = document.querySelector<HTMLElement>('#palette-search');
        if (field?.offsetParent) field.focus();
        else store.setState({ adding: { position: null, from: null } });
      }),
      c: act(() => setConnectFrom(store.getState().open ?? firstOf(store.getState().nodes))),
      Enter: (event) => {
        const chosen = focusedNode();
        if (isTyping(event) || chosen === null) return;
        const frame = frameIdOf(chosen);
        store.setState({ open: frame === null ? chosen : null, openFrame: frame, panel: null });
        // The key that opens a node goes on into its settings; Escape comes back.
        event.preventDefault();
        if (frame === null) focusSettings();
      },
      '$mod+f': act(() => setFinding(true)),
      '$mod+a': act(() => selectAll(store, sketch)),
      'Shift+N': act(() => addFrame('note')),
      'Shift+G': act(() => addFrame('group')),
      '1': act(tidy),
      '0': act(fit),
    });
  }, [store, form, flow, fit, tidy, sketch]);
  useEffect(
    () => listenClipboard({ store, form, shown: () => shownPositions(flow) }),
    [store, form, flow],
  );
  return {
    connectFrom,
    closeConnect: () => setConnectFrom(null),
    isFinding,
    find: () => setFinding(true),
    closeFind: () => {
      setFinding(false);
      // What was found has the focus when the search is over: Enter opens it.
      const [found] = store.getState().nodes;
      if (found !== undefined) focusCard(found);
    },
  };
}

function listenClipboard(canvas: Parameters<typeof paste>[0]): () => void {
  const copy = (event: ClipboardEvent) => {
    if (!isTyping(event)) copySelection(canvas, event);
  };
  const insert = (event: ClipboardEvent) => {
    if (!isTyping(event)) paste(canvas, event);
  };
  window.addEventListener('copy', copy);
  window.addEventListener('paste', insert);
  return () => {
    window.removeEventListener('copy', copy);
    window.removeEventListener('paste', insert);
  };
}

/** The focused card. */
function focusedNode(): string | null {
  const card = document.activeElement?.closest('.react-flow__node');
  return card?.getAttribute('data-id') ?? null;
}

function firstOf(ids: ReadonlySet<string>): string | null {
  return [...ids][0] ?? focusedNode();
}

function selectAll(store: EditorStore, { nodes }: Sketch): void {
  const frames = readFrames(store.getState().history.present);
  store.setState({
    nodes: new Set(nodes.map(({ id }) => id)),
    frames: new Set(frames.map(({ id }) => id)),
    edges: new Set(),
  });
}

function removeSelection(store: EditorStore, form: DocumentForm): void {
  const { nodes, frames } = selectedParts(store);
  const edges = [...store.getState().edges];
  if (nodes.length + edges.length + frames.length === 0) return;
  change(store, (definition) => {
    const left = removeParts(form, definition, { nodes: edges.length > 0 ? [] : nodes, edges });
    return removeFrames(left, frames);
  });
  store.setState(nothingSelected);
}
