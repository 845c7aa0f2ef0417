// Unsaved work
// Unsaved changes are stored in this browser, so that a refresh, a crash or a wrong click loses nothing. Removed once they
// are saved. Each tab has its own, so that two tabs of one workflow do not overwrite each other's; a new tab begins with the last.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { readKept, writeKept, type KeptPlace } from '../../../data/kept/kept-json.ts';
import type { EditorStore } from './editor-store.ts';

export interface LocalDraft {
  /** The published version it is based on. */
  readonly version: string;
  /** What was saved last then, a draft or not. */
  readonly from?: string | undefined;
  readonly definition: JsonObject;
}

const afterMs = 300;

function placesOf(workflow: string): readonly KeptPlace[] {
  const key = `skein.draft.${workflow}`;
  return [
    { in: 'tab', key },
    { in: 'browser', key },
  ];
}

export function readLocalDraft(workflow: string): LocalDraft | null {
  const [own, last] = placesOf(workflow).map((place) => toDraft(readKept(place)));
  return own ?? last ?? null;
}

function toDraft(kept: Json): LocalDraft | null {
  const version = isObject(kept) ? ownValue(kept, 'version') : undefined;
  const definition = isObject(kept) ? ownValue(kept, 'definition') : undefined;
  const from = isObject(kept) ? ownValue(kept, 'from') : undefined;
  if (typeof version !== 'string' || !isObject(definition)) return null;
  return { version, definition, from: typeof from === 'string' ? from : undefined };
}

/** Stores unsaved changes shortly after each edit; returns what stops it. */
export function saveLocalDrafts(workflow: string, store: EditorStore): () => void {
  let timer = 0;
  const keep = () => {
    timer = 0;
    const { history, saved, savedVersion: from, version } = store.getState();
    const { present } = history;
    // Without room in the browser the page still says that it is unsaved.
    const kept = present === saved ? null : { version, from, definition: present };
    for (const place of placesOf(workflow)) writeKept(place, kept);
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.history.present === before.history.present && state.saved === before.saved) return;
    clearTimeout(timer);
    timer = window.setTimeout(keep, afterMs);
  });
  const keepNow = () => {
    if (timer !== 0) keep();
  };
  window.addEventListener('pagehide', keepNow);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    keepNow();
    window.removeEventListener('pagehide', keepNow);
  };
}
