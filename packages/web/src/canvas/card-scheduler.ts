// Contents of cards, a few per frame
// All cards of a large graph stay mounted: mounting hundreds while zooming out took up to 200 ms of a frame. But their texts,
// icons and ports slow down every frame, and each port listens to each move. So a card is a coloured box until it is in view,
// large enough to be read, and scheduled: a few per frame.
import { createContext, useContext, useEffect, useState } from 'react';

type Show = (isFull: boolean) => void;

interface Card {
  readonly id: string;
  readonly show: Show;
  isFull: boolean;
}

export interface FillRule {
  /** Which cards should have contents. */
  readonly isWanted: (id: string, isFull: boolean) => boolean;
  readonly cardsPerFrame: number;
}

export interface CardScheduler {
  /** Registers a card; returns what unregisters it. */
  readonly join: (id: string, show: Show) => () => void;
  /** Null: all cards stay as they are until the next call. */
  readonly setRule: (rule: FillRule | null) => void;
}

export function createCardScheduler(): CardScheduler {
  const cards = new Set<Card>();
  let rule: FillRule | null = null;
  let frame = 0;
  const ask = () => {
    if (frame === 0 && rule !== null) frame = requestAnimationFrame(fillCards);
  };
  const fillCards = () => {
    frame = 0;
    if (rule === null) return;
    const { isWanted, cardsPerFrame } = rule;
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
    setRule: (next) => {
      rule = next;
      ask();
    },
  };
}

/** Null on a canvas with few cards, which are all full. */
export const CardSchedulerContext = createContext<CardScheduler | null>(null);

export function useFullCard(id: string): boolean {
  const scheduler = useContext(CardSchedulerContext);
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (scheduler === null) return undefined;
    setFull(false);
    return scheduler.join(id, setFull);
  }, [scheduler, id]);
  return scheduler === null || isFull;
}
