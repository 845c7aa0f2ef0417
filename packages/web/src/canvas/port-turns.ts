// Ports of cards, in turns
// Every live port listens to each move of the canvas, and a thousand of them take most of the time of a frame. So the ports of a
// card are alive when it is in view and near enough to hit them, and the canvas rests; a few cards with each frame. Else they are
// pictures.
import { createContext, useContext, useEffect, useState } from 'react';

const cardsPerFrame = 24;

type Show = (isLive: boolean) => void;

interface Card {
  readonly id: string;
  readonly show: Show;
  isLive: boolean;
}

export interface PortTurns {
  /** A card takes part until it leaves. */
  readonly join: (id: string, show: Show) => () => void;
  /** Which cards shall have live ports. */
  readonly want: (isWanted: (id: string) => boolean) => void;
  /** Everybody stays as they are, until the next wish. */
  readonly pause: () => void;
}

export function createPortTurns(): PortTurns {
  const cards = new Set<Card>();
  let wish: ((id: string) => boolean) | null = null;
  let frame = 0;
  const ask = () => {
    if (frame === 0 && wish !== null) frame = requestAnimationFrame(takeTurns);
  };
  const takeTurns = () => {
    frame = 0;
    const isWanted = wish;
    if (isWanted === null) return;
    const late = [...cards].filter(({ id, isLive }) => isLive !== isWanted(id));
    for (const card of late.slice(0, cardsPerFrame)) {
      card.isLive = !card.isLive;
      card.show(card.isLive);
    }
    if (late.length > cardsPerFrame) ask();
  };
  return {
    join: (id, show) => {
      const card = { id, show, isLive: false };
      cards.add(card);
      ask();
      return () => void cards.delete(card);
    },
    want: (isWanted) => {
      wish = isWanted;
      ask();
    },
    pause: () => {
      wish = null;
    },
  };
}

export const PortContext = createContext<PortTurns>(createPortTurns());

export function useLivePorts(id: string): boolean {
  const turns = useContext(PortContext);
  const [isLive, setLive] = useState(false);
  useEffect(() => turns.join(id, setLive), [turns, id]);
  return isLive;
}
