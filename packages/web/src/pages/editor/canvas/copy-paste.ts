// Copy, paste and duplicate, through the clipboard as JSON.
// Cards are copied from where they are shown: groups stay around them, and what is there does not move when more arrives.
// The events of the browser carry the clipboard themselves, so that no permission is asked for, and pages without TLS have it too.
import type { JsonObject } from '@skein/kernel';
import { showToast } from '../../../design/feedback/toasts.ts';
import {
  copyNodes,
  duplicateNodes,
  pasteNodes,
  readClip,
  type PartSelection,
  type Pasted,
} from '../../../graph/edit/clip.ts';
import { keepPlaces } from '../../../graph/edit/keep-places.ts';
import { pasteOffset } from '../../../graph/paste-offset.ts';
import type { Point } from '../../../graph/sketch.ts';
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

interface Canvas {
  readonly store: EditorStore;
  readonly form: DocumentForm;
  /** Where the cards are. */
  readonly shown: () => ReadonlyMap<string, Point>;
}

function placed({ store, form, shown }: Canvas): JsonObject {
  return keepPlaces(form, store.getState().history.present, shown());
}

export function duplicateSelection(canvas: Canvas): void {
  const { store, form } = canvas;
  const chosen = selectedParts(store);
  if (chosen.nodes.length + chosen.frames.length === 0) return;
  addPasted(store, duplicateNodes(form, placed(canvas), chosen));
}

export function copySelection(canvas: Canvas, event: ClipboardEvent): void {
  const { store, form } = canvas;
  const chosen = selectedParts(store);
  if (chosen.nodes.length + chosen.frames.length === 0) return;
  if (window.getSelection()?.toString() !== '') return;
  const clip = copyNodes(form, placed(canvas), chosen);
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

export function paste(canvas: Canvas, event: ClipboardEvent): void {
  const { store, form, shown } = canvas;
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
  const offset = pasteOffset(clip, shown());
  addPasted(store, pasteNodes(form, placed(canvas), { clip, offset }));
}

function addPasted(store: EditorStore, pasted: Pasted): void {
  change(store, () => pasted.definition);
  store.setState({
    nodes: new Set(pasted.ids),
    frames: new Set(pasted.frames),
    edges: new Set(),
    open: pasted.ids[0] ?? null,
    openFrame: pasted.ids.length === 0 ? (pasted.frames[0] ?? null) : null,
    isArranged: true,
  });
}
