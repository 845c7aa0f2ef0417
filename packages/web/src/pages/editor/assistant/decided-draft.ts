// What was decided about the last draft of the assistant, for all tabs of a browser.
import { isObject, type Json } from '@skein/kernel';
import { parseKept, readKept, writeKept, type KeptPlace } from '../../../data/kept/kept-json.ts';
import { textAt } from '../../../graph/own-keys.ts';

export interface DecidedDraft {
  readonly version: string;
  readonly isUndone: boolean;
}

function placeOf(workflow: string): KeptPlace {
  return { in: 'browser', key: `skein.decided.${workflow}` };
}

/** Without room in the browser another tab asks about this draft once more. */
export function noteDecision(workflow: string, decided: DecidedDraft): void {
  writeKept(placeOf(workflow), decided);
}

export function readDecision(workflow: string): DecidedDraft | null {
  return toDecision(readKept(placeOf(workflow)));
}

/** Calls it for what another tab decides; returns what stops it. */
export function watchDecisions(
  workflow: string,
  listener: (decided: DecidedDraft) => void,
): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    const decided = key === placeOf(workflow).key ? toDecision(parseKept(newValue)) : null;
    if (decided !== null) listener(decided);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

function toDecision(kept: Json): DecidedDraft | null {
  if (!isObject(kept)) return null;
  return { version: textAt(kept, 'version'), isUndone: kept['isUndone'] === true };
}
