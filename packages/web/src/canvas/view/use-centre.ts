import { useReactFlow } from '@xyflow/react';
import { cardHeight, cardWidth } from '../../graph/layout/layout-sketch.ts';

const readable = 0.8;

/** Brings a card into the middle, large enough to be read. */
export function useCentre(): (node: string) => void {
  const flow = useReactFlow();
  return (node) => {
    const card = flow.getNode(node);
    if (card === undefined) return;
    const zoom = Math.min(1, Math.max(readable, flow.getZoom()));
    void flow.setCenter(card.position.x + cardWidth / 2, card.position.y + cardHeight / 2, {
      zoom,
      duration: 150,
    });
  };
}
