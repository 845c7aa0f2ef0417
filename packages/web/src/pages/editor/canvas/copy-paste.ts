// Copy, paste and duplicate, through the clipboard as JSON.
// The events of the browser carry the clipboard themselves, so that no permission is asked for, and pages without TLS have it too.
import { showToast } from '../../../design/feedback/toasts.ts';
import {
  copyNodes,
  duplicateNodes,
  pasteNodes,
  readClip,
  type PartSelection,
  type Pasted,
} from '../../../graph/edit/clip.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { change, type EditorStore } from '../state/editor-store.ts';

/** The selection, else the open item. */
export function selectedParts(store: EditorStore): Required<PartSelection> {
  const { nodes, frames, open, openFrame } = store.getState();
  if (nodes.size + frames.size > 0) return { nodes: [...nodes], frames: [...frames] };
  return {
    nodes: open === null ? [] : [open],
    frames: openFrame === null ? [] : [openFrame],
  };
}

export function duplicateSelection(store: EditorStore, form: DocumentForm): void {
  const chosen = selectedParts(store);
  if (chosen.nodes.length + chosen.frames.length === 0) return;
  addPasted(store, duplicateNodes(form, store.getState().history.present, chosen));
}

export function copySelection(store: EditorStore, form: DocumentForm, event: ClipboardEvent): void {
  const chosen = selectedParts(store);
  if (chosen.nodes.length + chosen.frames.length === 0) return;
  if (window.getSelection()?.toString() !== '') return;
  const clip = copyNodes(form, store.getState().history.present, chosen);
  if (event.clipboardData === null) {
    showToast({
      tone: 'bad',
      text: `The browser blocked copying ${countParts(chosen)}.`,
      detail: 'Ctrl D duplicates them in this workflow.',
    });
    return;
  }
  event.clipboardData.setData('text/plain', JSON.stringify(clip, undefined, 2));
  event.preventDefault();
  showToast({ tone: 'ok', text: `Copied ${countParts(chosen)}.` });
}

function countParts({ nodes, frames }: Required<PartSelection>): string {
  const kinds = [
    [nodes.length, 'node', 'nodes'],
    [frames.length, 'note or group', 'notes and groups'],
  ] as const;
  return kinds
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count} ${count === 1 ? one : several}`)
    .join(' and ');
}

export function paste(store: EditorStore, form: DocumentForm, event: ClipboardEvent): void {
  event.preventDefault();
  const clip = readClip(form, event.clipboardData?.getData('text/plain') ?? '');
  if (clip === null) {
    showToast({
      tone: 'bad',
      text: 'The clipboard has no nodes of this dialect.',
      detail: 'Copy nodes from a workflow of the same dialect first.',
    });
    return;
  }
  const { history } = store.getState();
  addPasted(store, pasteNodes(form, history.present, { clip, offset: { x: 32, y: 32 } }));
}

function addPasted(store: EditorStore, pasted: Pasted): void {
  change(store, () => pasted.definition);
  store.setState({
    nodes: new Set(pasted.ids),
    frames: new Set(pasted.frames),
    edges: new Set(),
    open: pasted.ids[0] ?? null,
    openFrame: pasted.ids.length === 0 ? (pasted.frames[0] ?? null) : null,
  });
}
