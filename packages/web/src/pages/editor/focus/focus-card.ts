/** A card is drawn some frames after its node was added; a slow machine needs more of them. */
const framesMax = 60;

/** Moves the focus to the card of a node as soon as it is drawn; the canvas stays where it is. */
export function focusCard(id: string, frame = 0): void {
  const selector = `.react-flow__node[data-id="${CSS.escape(id)}"]`;
  const card = document.querySelector<HTMLElement>(selector);
  if (card !== null) card.focus({ preventScroll: true });
  else if (frame < framesMax) requestAnimationFrame(() => focusCard(id, frame + 1));
}
