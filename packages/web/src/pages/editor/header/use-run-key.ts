import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { useStableCallback } from '../../../canvas/use-stable-callback.ts';
import { isTyping } from '../../../design/keyboard/is-typing.ts';

/** Ctrl-Enter asks for a run; in a field it means something else. */
export function useRunKey(onRun: () => void): void {
  const run = useStableCallback(onRun);
  useEffect(
    () =>
      tinykeys(window, {
        '$mod+Enter': (event) => {
          if (isTyping(event) || event.defaultPrevented) return;
          event.preventDefault();
          run();
        },
      }),
    [run],
  );
}
