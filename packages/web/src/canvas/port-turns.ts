// Ports of cards, in turns
// Every live port listens to each move of the canvas, and a thousand of them take most of the time of a frame. So the ports of a
// card are alive when it is near enough to hit them and the canvas rests; a few cards with each frame. Else they are pictures.
import { createContext, useContext, useEffect, useState } from 'react';

const cardsPerFrame = 24;

type Show = (isShown: boolean) => void;

export interface PortTurns {
  /** A card takes part until it leaves. */
  readonly join: (show: Show) => () => void;
  /** Whether ports shall be alive. */
  readonly want: (isShown: boolean) => void;
  /** Everybody stays as they are, until the next wish. */
  readonly pause: () => void;
}

export function createPortTurns(): PortTurns {
  const cards = new Map<Show, boolean>();
  let wanted: boolean | null = true;
  let frame = 0;
  const ask = () => {
    if (frame === 0 && wanted !== null) frame = requestAnimationFrame(takeTurns);
  };
  const takeTurns = () => {
    frame = 0;
    if (wanted === null) return;
    const isShown = wanted;
    const late = [...cards].filter(([, has]) => has !== isShown);
    for (const [show] of late.slice(0, cardsPerFrame)) {
      cards.set(show, isShown);
      show(isShown);
    }
    if (late.length > cardsPerFrame) ask();
  };
  return {
    join: (show) => {
      cards.set(show, false);
      ask();
      return () => void cards.delete(show);
    },
    want: (isShown) => {
      wanted = isShown;
      ask();
    },
    pause: () => {
      wanted = null;
    },
  };
}

export const PortContext = createContext<PortTurns>(createPortTurns());

export function useLivePorts(): boolean {
  const turns = useContext(PortContext);
  const [isLive, setLive] = useState(false);
  useEffect(() => turns.join(setLive), [turns]);
  return isLive;
}
