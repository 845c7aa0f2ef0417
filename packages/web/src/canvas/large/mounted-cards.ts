// Which cards of a large graph are elements
// Far out a card is a part of the sheet, until the pointer is over it, the focus is near it, it is selected or it moves. The canvas library
// knows all of them in any case: the others are hidden ones, and it mounts nothing for those.
import type { Node } from '@xyflow/react';
import { isCard } from './card-sheet.tsx';

/** Around the focused card: Tab and Shift-Tab find the next one. */
const focusReach = 3;
const selectedMax = 50;

const hiddenOnes = new WeakMap<Node, Node>();

/** All nodes; of the cards, only the given ones are shown. */
export function showOnly<CardType extends Node>(
  nodes: readonly CardType[],
  shown: ReadonlySet<string>,
): CardType[] {
  const result: CardType[] = [];
  for (const node of nodes) {
    if (node.type !== 'card' || shown.has(node.id)) {
      result.push(node);
      continue;
    }
    let hidden = hiddenOnes.get(node);
    if (hidden === undefined) {
      hidden = { ...node, hidden: true };
      hiddenOnes.set(node, hidden);
    }
    // A copy of the same node.
    result.push(hidden as CardType);
  }
  return result;
}

/** Those next to the focused card in the order of Tab; without one, those at both ends, so that Tab comes in. */
export function cardsNearFocus(
  nodes: readonly Node[],
  focused: string | null,
): ReadonlySet<string> {
  const ids = nodes.filter(isCard).map(({ id }) => id);
  const index = focused === null ? -1 : ids.indexOf(focused);
  if (index < 0) return new Set([...ids.slice(0, 1), ...ids.slice(-1)]);
  return new Set(ids.slice(Math.max(0, index - focusReach), index + focusReach + 1));
}

/** No more than a few: all of thousands would be mounted at once. */
export function selectedCards(nodes: readonly Node[]): ReadonlySet<string> {
  const ids = nodes.filter((node) => isCard(node) && node.selected === true).map(({ id }) => id);
  return new Set(ids.slice(0, selectedMax));
}
