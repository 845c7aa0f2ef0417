// Unsaved work
// Unsaved changes are stored in this browser, so that a refresh, a crash or a wrong click loses nothing. Removed once they
// are saved.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { EditorStore } from './editor-store.ts';

export interface LocalDraft {
  /** The version it is based on. */
  readonly version: string;
  readonly definition: JsonObject;
}

const afterMs = 300;

function placeOf(workflow: string): string {
  return `skein.draft.${workflow}`;
}

export function readLocalDraft(workflow: string): LocalDraft | null {
  try {
    const kept: Json = JSON.parse(localStorage.getItem(placeOf(workflow)) ?? 'null');
    const version = isObject(kept) ? ownValue(kept, 'version') : undefined;
    const definition = isObject(kept) ? ownValue(kept, 'definition') : undefined;
    return typeof version === 'string' && isObject(definition) ? { version, definition } : null;
  } catch {
    return null;
  }
}

/** Stores unsaved changes shortly after each edit; returns what stops it. */
export function saveLocalDrafts(workflow: string, store: EditorStore): () => void {
  let timer = 0;
  const keep = () => {
    timer = 0;
    const { history, saved, version } = store.getState();
    if (history.present === saved) {
      localStorage.removeItem(placeOf(workflow));
      return;
    }
    try {
      const kept = JSON.stringify({ version, definition: history.present });
      localStorage.setItem(placeOf(workflow), kept);
    } catch {
      // No room in the browser's storage. The page still says that it is unsaved.
      localStorage.removeItem(placeOf(workflow));
    }
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
