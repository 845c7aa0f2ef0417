import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

const delayMs = 400;
/** Who goes on to the next button does not wait again. */
const groupMs = 400;
let lastShown = -Infinity;

interface HintState {
  readonly isShown: boolean;
  /** For the button. */
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onPointerDown: () => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
  };
}

/** When the hint of a button is shown: soon after the mouse is over it, or when a key has brought the focus there; Escape hides it. */
export function useHint(): HintState {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = () => setShown(true);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isShown) return undefined;
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setShown(false);
    };
    window.addEventListener('keydown', close);
    return () => {
      lastShown = performance.now();
      window.removeEventListener('keydown', close);
    };
  }, [isShown]);
  return {
    isShown,
    handlers: {
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === 'touch') return;
        const isNext = performance.now() - lastShown < groupMs;
        timer.current = setTimeout(show, isNext ? 0 : delayMs);
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: ({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) show();
      },
      onBlur: hide,
    },
  };
}
