import { useEffect, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { isTyping } from '../../../design/keyboard/is-typing.ts';

interface Finding {
  readonly isOpen: boolean;
  readonly begin: () => void;
  readonly close: () => void;
}

/** Whether nodes are looked for; by key as in the editor. In a field the browser's own search stays. */
export function useFinding(): Finding {
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      tinykeys(window, {
        '$mod+f': (event) => {
          if (isTyping(event)) return;
          event.preventDefault();
          setOpen(true);
        },
      }),
    [],
  );
  return { isOpen, begin: () => setOpen(true), close: () => setOpen(false) };
}
