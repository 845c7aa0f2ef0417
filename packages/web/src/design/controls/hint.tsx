import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

interface HintProps {
  readonly anchor: Element | null;
  readonly text: string;
  readonly shortcut: string | undefined;
}

/** The words beside a button without any; loaded when the first one is pointed at. */
export function Hint({ anchor, text, shortcut }: HintProps): ReactNode {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} className="pointer-events-none z-50">
          <Tooltip.Popup className="pop flex items-center gap-2 rounded-sm bg-text px-2 py-1 text-xs text-bg shadow-2">
            {text}
            {shortcut !== undefined && <kbd className="font-mono opacity-70">{shortcut}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
