// What was decided about the last draft of the assistant, for all tabs of a browser.
import { isObject, type Json } from '@skein/kernel';
import { textAt } from '../../../graph/own-keys.ts';

export interface DecidedDraft {
  readonly version: string;
  readonly isUndone: boolean;
}

function placeOf(workflow: string): string {
  return `skein.decided.${workflow}`;
}

export function noteDecision(workflow: string, decided: DecidedDraft): void {
  try {
    localStorage.setItem(placeOf(workflow), JSON.stringify(decided));
  } catch {
    // No room in the browser's storage: another tab asks about this draft once more.
  }
}

export function readDecision(workflow: string): DecidedDraft | null {
  try {
    return parse(localStorage.getItem(placeOf(workflow)));
  } catch {
    return null;
  }
}

/** Calls it for what another tab decides; returns what stops it. */
export function watchDecisions(
  workflow: string,
  listener: (decided: DecidedDraft) => void,
): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    const decided = key === placeOf(workflow) ? parse(newValue) : null;
    if (decided !== null) listener(decided);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

function parse(text: string | null): DecidedDraft | null {
  try {
    const kept: Json = JSON.parse(text ?? 'null');
    if (!isObject(kept)) return null;
    return { version: textAt(kept, 'version'), isUndone: kept['isUndone'] === true };
  } catch {
    return null;
  }
}
