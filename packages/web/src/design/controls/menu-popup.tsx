import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { MenuEntry } from './menu-entry.ts';

interface MenuPopupProps {
  /** The button that opens it, which has the focus again when it is closed. */
  readonly anchor: HTMLElement;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly entries: readonly MenuEntry[];
}

/** The entries of a menu; loaded when somebody is about to open one. */
export function MenuPopup({ anchor, isOpen, onOpenChange, entries }: MenuPopupProps): ReactNode {
  return (
    <Menu.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={4} align="end" className="z-50">
          <Menu.Popup
            finalFocus={() => anchor}
            className="pop max-h-(--available-height) min-w-44 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-3"
          >
            {entries.map(({ label, note, example, icon: Icon, onSelect, isDangerous }) => (
              <Menu.Item
                key={label}
                onClick={onSelect}
                className={classNames(
                  'flex min-h-8 items-center gap-2 rounded-sm px-2 text-sm outline-none data-highlighted:bg-sunken',
                  isDangerous && 'text-bad-text',
                )}
              >
                {Icon && <Icon size={16} aria-hidden className="text-text-3" />}
                {note === undefined ? (
                  label
                ) : (
                  <span className="grid w-[min(24rem,80vw)] gap-0.5 py-1.5">
                    <span className="font-medium">{label}</span>
                    <span className="text-xs text-text-2">{note}</span>
                    {example !== undefined && (
                      <span className="line-clamp-2 font-mono text-xs break-all text-text-3">
                        {example}
                      </span>
                    )}
                  </span>
                )}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
