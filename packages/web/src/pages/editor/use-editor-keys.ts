// Keys of the editor; `app/keys.ts` lists them.
import { useReactFlow } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { isTyping } from '../../app/is-typing.ts';
import { showToast } from '../../app/toasts.ts';
import { frameIdOf } from '../../canvas/to-flow-frames.ts';
import { copyNodes, duplicateNodes, pasteNodes, readClip } from '../../graph/edit/clip.ts';
import { removeParts } from '../../graph/edit/remove-parts.ts';
import { removeFrames } from '../../graph/frames/edit-frames.ts';
import type { DocumentForm } from '../../graph/forms/document-form.ts';
import type { Sketch } from '../../graph/sketch.ts';
import { change, nothingChosen, useEditorStore, type EditorStore } from './editor-store.ts';
import { useAddFrame } from './use-add-frame.ts';

interface EditorKeysOptions {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  readonly tidy: () => void;
}

interface EditorKeys {
  readonly connectFrom: string | null;
  readonly closeConnect: () => void;
}

export function useEditorKeys({ form, sketch, tidy }: EditorKeysOptions): EditorKeys {
  const store = useEditorStore();
  const flow = useReactFlow();
  const addFrame = useAddFrame();
  const [connectFrom, setConnectFrom] = useState<string | null>(null);
  useEffect(() => {
    const act = (action: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      event.preventDefault();
      action(event);
    };
    const remove = act(() => removeChosen(store, form));
    return tinykeys(window, {
      '$mod+d': act(() => duplicateChosen(store, form)),
      '$mod+c': (event) => {
        if (!isTyping(event)) copyChosen(store, form);
      },
      '$mod+v': act(() => void paste(store, form)),
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
      },
      '$mod+a': act(() => store.setState({ nodes: new Set(sketch.nodes.map(({ id }) => id)) })),
      'Shift+N': act(() => addFrame('note')),
      'Shift+G': act(() => addFrame('group')),
      '1': act(tidy),
      '0': act(() => void flow.fitView({ padding: 0.1, maxZoom: 1 })),
    });
  }, [store, form, flow, tidy, sketch]);
  return { connectFrom, closeConnect: () => setConnectFrom(null) };
}

/** The card that has the focus of the keyboard. */
function focusedNode(): string | null {
  const card = document.activeElement?.closest('.react-flow__node');
  return card?.getAttribute('data-id') ?? null;
}

function firstOf(ids: ReadonlySet<string>): string | null {
  return [...ids][0] ?? focusedNode();
}

function chosenNodes(store: EditorStore): readonly string[] {
  const { nodes, open } = store.getState();
  if (nodes.size > 0) return [...nodes];
  return open === null ? [] : [open];
}

function removeChosen(store: EditorStore, form: DocumentForm): void {
  const nodes = chosenNodes(store);
  const edges = [...store.getState().edges];
  const { frames, openFrame } = store.getState();
  const goneFrames = frames.size > 0 ? [...frames] : openFrame === null ? [] : [openFrame];
  if (nodes.length + edges.length + goneFrames.length === 0) return;
  change(store, (definition) => {
    const left = removeParts(form, definition, { nodes: edges.length > 0 ? [] : nodes, edges });
    return removeFrames(left, goneFrames);
  });
  store.setState(nothingChosen);
}

function duplicateChosen(store: EditorStore, form: DocumentForm): void {
  const nodes = chosenNodes(store);
  if (nodes.length === 0) return;
  const pasted = duplicateNodes(form, store.getState().history.present, nodes);
  change(store, () => pasted.definition);
  store.setState({ nodes: new Set(pasted.ids), open: pasted.ids[0] ?? null });
}

function copyChosen(store: EditorStore, form: DocumentForm): void {
  const nodes = chosenNodes(store);
  if (nodes.length === 0 || window.getSelection()?.toString() !== '') return;
  const clip = copyNodes(form, store.getState().history.present, nodes);
  void navigator.clipboard.writeText(JSON.stringify(clip, undefined, 2)).then(() => {
    showToast({
      tone: 'ok',
      text: `Copied ${nodes.length === 1 ? 'the node' : `${nodes.length} nodes`}.`,
    });
  });
}

async function paste(store: EditorStore, form: DocumentForm): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => '');
  const clip = readClip(form, text);
  if (clip === null) {
    showToast({
      tone: 'bad',
      text: 'The clipboard holds no nodes of this dialect.',
      detail: 'Copy nodes of another workflow of the same dialect first.',
    });
    return;
  }
  const { history } = store.getState();
  const pasted = pasteNodes(form, history.present, { clip, offset: { x: 32, y: 32 } });
  change(store, () => pasted.definition);
  store.setState({ nodes: new Set(pasted.ids), open: pasted.ids[0] ?? null });
}
