// What people read about a node: its notes, and what n8n says in other words than the definition
// A choice such as "combineByPosition" becomes an expression or code, a list of fields becomes several, a name with dots becomes places
// inside. The words of the file are kept in the description, so that whoever knows the original finds them again.
import type { N8nNode } from '../read/n8n-workflow.ts';
import { isTrigger } from './triggers-of.ts';
import type { Piece } from './piece.ts';
import { squeezed } from './squeezed.ts';
import { isPrivate, WITHIN, writtenTexts } from './written-texts.ts';

const WORDS_MAX = 100;
const TEXT_MAX = 300;
/** Names that only people see. */
const SHOWN_KEYS: ReadonlySet<string> = new Set([
  'buttonLabel',
  'messageButtonLabel',
  'renameFallbackOutput',
]);

export function describeNode(node: N8nNode, piece: Piece): string {
  const written = JSON.stringify(piece.nodes);
  const folded = written.toLowerCase();
  const plain = squeezed(written);
  const isSaid = (text: string): boolean =>
    isChoice(text) ? written.includes(text) : plain.includes(squeezed(text));
  const kept = writtenTexts(node).filter(
    ({ key, text, isIgnored }) =>
      !isPrivate(key) &&
      key !== WITHIN &&
      !isSaid(text) &&
      (isChoice(text) ||
        isIgnored ||
        isTrigger(node) ||
        SHOWN_KEYS.has(key) ||
        isInParts(text, folded)),
  );
  const words = [...new Set(kept.map(({ key, text }) => `${key}: ${text}`))].slice(0, WORDS_MAX);
  const said = words.length === 0 ? '' : `In n8n: ${words.join(', ')}`;
  return [node.notes, said].filter((part) => part !== '').join('\n\n');
}

/** A name from a list of n8n. */
export function isChoice(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]{2,100}$/.test(text);
}

/** Whether all of its words are there, apart from each other: `name, address.city`. Places in lists are not words. */
export function isInParts(text: string, folded: string): boolean {
  if (text.length > TEXT_MAX) return false;
  const words = text.toLowerCase().match(/\p{N}*[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return words.length > 0 && words.every((word) => folded.includes(word));
}
