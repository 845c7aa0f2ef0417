import { useEffect } from 'react';
import { useStableCallback } from '../../../canvas/use-stable-callback.ts';
import { isTyping } from '../../../design/keyboard/is-typing.ts';
import { listenKeys } from '../../../design/keyboard/listen-keys.ts';

/** Ctrl-Enter asks for a run, also from the settings of a node, whose code keeps the key to itself; in other fields it means something else. */
export function useRunKey(onRun: () => void): void {
  const run = useStableCallback(onRun);
  useEffect(
    () =>
      listenKeys({
        '$mod+Enter': (event) => {
          if (isTyping(event) && !isInSettings(event)) return;
          event.preventDefault();
          run();
        },
      }),
    [run],
  );
}

function isInSettings(event: Event): boolean {
  return event
    .composedPath()
    .some((each) => each instanceof Element && each.matches('[data-node-drawer]'));
}
