// What was on the canvas when somebody last told the assistant something, for all tabs of a browser
// The messages of a conversation do not say it, and whoever undoes a draft gets back what they had: edits that nobody has published, too.
import { isObject, type Json } from '@skein/kernel';
import { textAt } from '../../../graph/own-keys.ts';

export interface BegunTurn {
  /** The id of what was said. */
  readonly message: string;
  readonly version: string;
}

function placeOf(workflow: string): string {
  return `skein.turn.${workflow}`;
}

export function noteTurn(workflow: string, turn: BegunTurn): void {
  try {
    localStorage.setItem(placeOf(workflow), JSON.stringify(turn));
  } catch {
    // No room in the browser's storage: after a reload a draft is compared with what is published.
  }
}

/** The version that this message was about; null if it was sent by another browser. */
export function versionOfTurn(workflow: string, message: string): string | null {
  try {
    const kept: Json = JSON.parse(localStorage.getItem(placeOf(workflow)) ?? 'null');
    if (!isObject(kept) || textAt(kept, 'message') !== message) return null;
    return textAt(kept, 'version') || null;
  } catch {
    return null;
  }
}
