// Contents of cards, in turns
// All cards of a large graph stay on the canvas: putting hundreds of them in while somebody zooms out took up to 200 ms of a
// frame. But their texts, icons and ports make every frame longer, and each port listens to each move. So a card is a coloured
// box until it is in sight, near enough to be read, and its turn has come: a few with each frame.
import { createContext, useContext, useEffect, useState } from 'react';

type Show = (isFull: boolean) => void;

interface Card {
  readonly id: string;
  readonly show: Show;
  isFull: boolean;
}

export interface CardWish {
  /** Which cards shall have contents. */
  readonly isWanted: (id: string, isFull: boolean) => boolean;
  readonly cardsPerFrame: number;
}

export interface CardTurns {
  /** A card takes part until it leaves. */
  readonly join: (id: string, show: Show) => () => void;
  /** Null: everybody stays as they are, until the next wish. */
  readonly want: (wish: CardWish | null) => void;
}

export function createCardTurns(): CardTurns {
  const cards = new Set<Card>();
  let wish: CardWish | null = null;
  let frame = 0;
  const ask = () => {
    if (frame === 0 && wish !== null) frame = requestAnimationFrame(takeTurns);
  };
  const takeTurns = () => {
    frame = 0;
    if (wish === null) return;
    const { isWanted, cardsPerFrame } = wish;
    const late = [...cards].filter(({ id, isFull }) => isFull !== isWanted(id, isFull));
    for (const card of late.slice(0, cardsPerFrame)) {
      card.isFull = !card.isFull;
      card.show(card.isFull);
    }
    if (late.length > cardsPerFrame) ask();
  };
  return {
    join: (id, show) => {
      const card = { id, show, isFull: false };
      cards.add(card);
      ask();
      return () => void cards.delete(card);
    },
    want: (next) => {
      wish = next;
      ask();
    },
  };
}

/** Null on a canvas with few cards: all of them are full. */
export const CardTurnsContext = createContext<CardTurns | null>(null);

export function useFullCard(id: string): boolean {
  const turns = useContext(CardTurnsContext);
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (turns === null) return undefined;
    setFull(false);
    return turns.join(id, setFull);
  }, [turns, id]);
  return turns === null || isFull;
}
