// A draft of the assistant that nobody has decided about yet
// Whoever runs the draft first leaves the editor: what was proposed is still there when they come back, in this tab.
import { isObject, ownValue } from '@skein/kernel';
import { readKept, writeKept, type KeptPlace } from '../../../data/kept/kept-json.ts';
import { textAt } from '../../../graph/own-keys.ts';
import type { EditorStore, Proposal } from '../state/editor-store.ts';

function placeOf(workflow: string): KeptPlace {
  return { in: 'tab', key: `skein.proposal.${workflow}` };
}

export function readProposal(workflow: string): Proposal | null {
  const kept = readKept(placeOf(workflow));
  if (!isObject(kept)) return null;
  const before = ownValue(kept, 'before');
  const [from, to] = [textAt(kept, 'from'), textAt(kept, 'to')];
  return isObject(before) && from !== '' && to !== '' ? { from, to, before } : null;
}

/** Remembers it from now on; returns what stops it. Without room the versions of the workflow still show the difference. */
export function keepProposal(workflow: string, store: EditorStore): () => void {
  return store.subscribe(({ proposal }, before) => {
    if (proposal !== before.proposal) writeKept(placeOf(workflow), proposal);
  });
}
