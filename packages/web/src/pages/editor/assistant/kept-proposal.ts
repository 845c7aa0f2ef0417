// A draft of the assistant that nobody has decided about yet
// Whoever runs the draft first leaves the editor: what was proposed is still there when they come back, in this tab.
import { isObject, ownValue, type Json } from '@skein/kernel';
import { textAt } from '../../../graph/own-keys.ts';
import type { EditorStore, Proposal } from '../state/editor-store.ts';

function placeOf(workflow: string): string {
  return `skein.proposal.${workflow}`;
}

export function readProposal(workflow: string): Proposal | null {
  try {
    const kept: Json = JSON.parse(sessionStorage.getItem(placeOf(workflow)) ?? 'null');
    if (!isObject(kept)) return null;
    const before = ownValue(kept, 'before');
    const [from, to] = [textAt(kept, 'from'), textAt(kept, 'to')];
    return isObject(before) && from !== '' && to !== '' ? { from, to, before } : null;
  } catch {
    return null;
  }
}

/** Remembers it from now on; returns what stops it. */
export function keepProposal(workflow: string, store: EditorStore): () => void {
  return store.subscribe(({ proposal }, before) => {
    if (proposal === before.proposal) return;
    try {
      if (proposal === null) sessionStorage.removeItem(placeOf(workflow));
      else sessionStorage.setItem(placeOf(workflow), JSON.stringify(proposal));
    } catch {
      // No room in the browser's storage: the versions of the workflow still show the difference.
      sessionStorage.removeItem(placeOf(workflow));
    }
  });
}
